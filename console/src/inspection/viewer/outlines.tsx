import type { DamageType, Image } from '@walkaround/sdk';
import { nameIn, useNames } from '../../language.tsx';
import { outlinePath } from '../../shell/pictures.ts';
import { type Findings, type FoundDamage, levelOf } from '../findings.ts';

export type Filter = { hidden: ReadonlySet<DamageType>; score: number; parts: boolean };

/** What a person said has no score and is as sure as can be. */
export const isShown = ({ damage }: FoundDamage, score: number | null, filter: Filter) =>
  !filter.hidden.has(damage.damageType) && (score ?? 1) >= filter.score;

type OutlinesProps = {
  findings: Findings;
  image: Image;
  filter: Filter;
  selected: { part: string | null; damage: string | null };
};

/** The parts and damages of one photo. */
export const Outlines = ({ findings, image, filter, selected }: OutlinesProps) => {
  const names = useNames();
  const views = findings.views.filter(({ imageId }) => imageId === image.id);
  const parts = findings.inspection.parts.flatMap((part) =>
    views
      .filter(({ damageId, elementId }) => damageId === null && elementId === part.id)
      .map((view) => ({ part, view })),
  );
  const damages = findings.damages.flatMap((found) =>
    found.views
      .filter((view) => view.imageId === image.id && isShown(found, view.score, filter))
      .map((view) => ({ found, view })),
  );
  return (
    <>
      {parts
        .filter(({ part }) => filter.parts || selected.part === part.partType)
        .map(({ part, view }) => (
          <path
            key={view.id}
            className={selected.part === part.partType ? 'outline part selected' : 'outline part'}
            data-part={part.partType}
            d={outlinePath(view)}
          >
            <title>{nameIn(names.parts, part.partType)}</title>
          </path>
        ))}
      {damages.map(({ found: { damage, severity }, view }) => (
        <path
          key={view.id}
          className={`outline damage level-${levelOf(severity) ?? 0}${selected.damage === damage.id ? ' selected' : ''}`}
          data-damage={damage.id}
          d={outlinePath(view)}
        >
          <title>{`${nameIn(names.damages, damage.damageType)}, ${nameIn(names.parts, damage.partType)}`}</title>
        </path>
      ))}
    </>
  );
};
