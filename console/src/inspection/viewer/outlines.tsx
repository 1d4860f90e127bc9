import type { DamageType, Image } from '@walkaround/sdk';
import { fill, nameIn, useNames, useWords } from '../../language.tsx';
import { outlinePath } from '../../shell/pictures.ts';
import { partName } from '../damage-name.ts';
import { type Findings, type FoundDamage, levelOf } from '../findings.ts';
import { useSuspicionName } from '../suspicions/suspicions.tsx';

export type Filter = { hidden: ReadonlySet<DamageType>; score: number; parts: boolean };

/** What a person said has no score and is as sure as can be. */
export const isShown = ({ damage }: FoundDamage, score: number | null, filter: Filter) =>
  !filter.hidden.has(damage.damageType) && (score ?? 1) >= filter.score;

type OutlinesProps = {
  findings: Findings;
  image: Image;
  filter: Filter;
  selected: { part: string | null; damage: string | null; focus: string | null };
};

/** The parts, the damages and, dashed, the open suspicions of one photo. */
export const Outlines = ({ findings, image, filter, selected }: OutlinesProps) => {
  const names = useNames();
  const { inspection: say } = useWords();
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
  const nameOf = useSuspicionName();
  const suspicions = findings.suspicions
    .filter(({ state, damageType }) => state === 'open' && !filter.hidden.has(damageType))
    .flatMap((suspicion) =>
      suspicion.views
        .filter(({ imageId, score }) => imageId === image.id && score >= filter.score)
        .map((view) => ({ suspicion, view })),
    );
  return (
    <>
      {suspicions.map(({ suspicion, view }) => (
        <path
          key={`${suspicion.id} ${view.boundingBox.xmin} ${view.boundingBox.ymin}`}
          className={selected.focus === suspicion.id ? 'outline suspicion selected' : 'outline suspicion'}
          data-suspicion={suspicion.id}
          d={outlinePath(view)}
        >
          <title>{fill(say.suspected, { damage: nameOf(suspicion) })}</title>
        </path>
      ))}
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
          <title>{`${nameIn(names.damages, damage.damageType)}, ${partName(names, damage)}`}</title>
        </path>
      ))}
    </>
  );
};
