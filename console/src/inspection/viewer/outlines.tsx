import type { DamageType, Image } from '@walkaround/sdk';
import { useMemo } from 'react';
import { FLAT_MARK } from '../../../../vocabulary/wheels.ts';
import { useFormats } from '../../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../../language.tsx';
import { outlinePath } from '../../shell/pictures.ts';
import { damageName, partName } from '../damages/damage-name.ts';
import { type Findings, type FoundDamage, flatTires, levelOf } from '../findings.ts';
import { useReview } from '../review/review.tsx';
import { useSuspicionName } from '../suspicions/suspicions.tsx';
import { OutlineLabels, type Seen } from './outline-labels.tsx';

export type Filter = { hidden: ReadonlySet<DamageType>; score: number; parts: boolean };

/** What a person said has no score and is as sure as can be. */
export const isShown = ({ damage }: FoundDamage, score: number | null, filter: Filter) =>
  !filter.hidden.has(damage.damageType) && (score ?? 1) >= filter.score;

type OutlinesProps = {
  findings: Findings;
  image: Image;
  filter: Filter;
  selected: { part: string | null; damage: string | null; suspicion: string | null };
  seen: Seen | null;
};

/** Dark around what is bright: one of both shows on any paint. */
const Outlined = ({ d, look, title, data }: { d: string; look: string; title: string; data: object }) => (
  <>
    <path className={look.includes('selected') ? 'halo selected' : 'halo'} d={d} />
    <path className={`outline ${look}`} d={d} {...data}>
      <title>{title}</title>
    </path>
  </>
);

/** The parts, the damages, the flat tires and, dashed, the open suspicions of one photo, with their numbers. */
export const Outlines = ({ findings, image, filter, selected, seen }: OutlinesProps) => {
  const names = useNames();
  const { inspection: say } = useWords();
  const { percent } = useFormats();
  const { numbers } = useReview();
  const nameOf = useSuspicionName();
  const flatTire = nameIn(names.not_priced.wheels, 'flat_tire');
  const flat = flatTires(findings.wheels).filter(({ imageId }) => imageId === image.id);
  const { parts, damages, suspicions } = useMemo(() => {
    const views = findings.views.filter(({ imageId }) => imageId === image.id);
    return {
      parts: findings.inspection.parts.flatMap((part) =>
        views
          .filter(({ damageId, elementId }) => damageId === null && elementId === part.id)
          .map((view) => ({ part, view })),
      ),
      damages: findings.damages.flatMap((found) =>
        found.views
          .filter((view) => view.imageId === image.id && isShown(found, view.score, filter))
          .map((view) => ({ found, view })),
      ),
      suspicions: findings.suspicions
        .filter(({ state, damageType }) => state === 'open' && !filter.hidden.has(damageType))
        .flatMap((suspicion) =>
          suspicion.views
            .filter(({ imageId, score }) => imageId === image.id && score >= filter.score)
            .map((view) => ({ suspicion, view })),
        ),
    };
  }, [findings, image.id, filter]);
  const certain = (name: string, score: number | null) =>
    score === null ? name : `${name} ${percent(score)}`;
  const labels = [
    ...damages.map(({ found: { damage }, view }) => ({
      kind: 'damage' as const,
      id: damage.id,
      text: certain(damageName(names, damage), damage.score),
      box: view.boundingBox,
      isSelected: selected.damage === damage.id,
    })),
    ...suspicions.map(({ suspicion, view }) => ({
      kind: 'suspicion' as const,
      id: suspicion.id,
      text: certain(`${nameIn(names.damages, suspicion.damageType)}?`, suspicion.score),
      box: view.boundingBox,
      isSelected: selected.suspicion === suspicion.id,
    })),
    ...flat.flatMap(({ id, boundingBox: box, tyre, correctedFields }) =>
      box === null
        ? []
        : {
            kind: 'wheel' as const,
            id,
            mark: FLAT_MARK,
            text: certain(flatTire, correctedFields.includes('tyre') ? null : tyre.confidence),
            box,
            isSelected: false,
          },
    ),
  ]
    .map((label) => ({ ...label, number: numbers.get(label.id) ?? 0 }))
    // Seen twice on a photo, it is named once.
    .filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index);
  return (
    <>
      {suspicions.map(({ suspicion, view }) => (
        <Outlined
          key={`${suspicion.id} ${view.boundingBox.xmin} ${view.boundingBox.ymin}`}
          look={selected.suspicion === suspicion.id ? 'suspicion selected' : 'suspicion'}
          data={{ 'data-suspicion': suspicion.id }}
          d={outlinePath(view)}
          title={fill(say.suspected, { damage: nameOf(suspicion) })}
        />
      ))}
      {parts
        .filter(({ part }) => filter.parts || (selected.part === part.partType && selected.damage === null))
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
      {flat.map(
        ({ id, wheelName, boundingBox }) =>
          boundingBox && (
            <Outlined
              key={id}
              look="flat"
              data={{ 'data-wheel': id }}
              d={outlinePath({ boundingBox, polygons: [] })}
              title={`${flatTire}, ${wheelName ? nameIn(names.parts, wheelName) : say.someWheel}`}
            />
          ),
      )}
      {damages.map(({ found: { damage, severity }, view }) => (
        <Outlined
          key={view.id}
          look={`damage level-${levelOf(severity) ?? 0}${selected.damage === damage.id ? ' selected' : ''}`}
          data={{ 'data-damage': damage.id }}
          d={outlinePath(view)}
          title={`${nameIn(names.damages, damage.damageType)}, ${partName(names, damage)}`}
        />
      ))}
      {seen && <OutlineLabels labels={labels} seen={seen} />}
    </>
  );
};
