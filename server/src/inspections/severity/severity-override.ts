import type { Level, Severity } from '../records/severity.ts';

/** The last override by a person counts more than the result of the service. */
export const lastStated = <T>(
  severities: readonly Severity[],
  value: (severity: Severity) => T | null,
): T | null => {
  const byWeight = severities.toSorted((a, b) => Number(a.is_user_modified) - Number(b.is_user_modified));
  return byWeight.reduce<T | null>((latest, severity) => value(severity) ?? latest, null);
};

/** 0: nobody knows how bad it is. */
export const levelIn = (severities: readonly Severity[]) =>
  (lastStated(severities, ({ level }) => level) ?? 0) as Level | 0;

/** Worse than each of its damages because they are many, and nobody said otherwise. */
export const isRaised = ({ is_user_modified, reason }: Severity) =>
  !is_user_modified && reason?.raised === true;

/** Of a part: as its worst damage, unless more was said of it. `raised`: it is worse than each of them because they are many. */
export const partLevelIn = (severities: readonly Severity[], worst: Level | 0) => {
  const level = levelIn(severities) || worst;
  const isStated = levelIn(severities.filter(({ is_user_modified }) => is_user_modified)) > 0;
  return { level, raised: !isStated && severities.some(isRaised) };
};
