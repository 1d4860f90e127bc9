/** Work that serves several parts, or depends on what is done to others: counted once. */

import { attachedTo, groupOf, neighborsOf } from '../parts/panel-neighbors.ts';
import { familyOf } from '../parts/part-families.ts';
import { sideOf } from '../parts/part-sides.ts';
import type { PartType } from '../parts/parts.ts';
import type { Line } from '../records/estimate.ts';
import type { Level } from '../records/severity.ts';
import { because } from './estimate-reason.ts';
import { toHundredths } from './money.ts';
import type { DamagedPart, OwnWork, Prices } from './part-work.ts';
import { hoursFor, paintLines, workLines } from './work-lines.ts';

export type Work = { part: DamagedPart; own: OwnWork };

/** Lines that depend on what is done to other parts. Handed one part after the other, in order. */
export const sharedWork = (all: readonly Work[], { matrix }: Prices) => {
  const replaced = new Set(all.filter(({ own }) => own.replaced).map(({ part }) => part.part_type));
  const painted = new Set(all.filter(({ own }) => own.painted).map(({ part }) => part.part_type));
  const [prepared, removed, blended] = [new Set<string>(), new Set<PartType>(), new Set<PartType>()];

  const preparation = (part_type: PartType): Line[] => {
    const group = groupOf(part_type);
    if (prepared.has(group)) return [];
    prepared.add(group);
    const hours = toHundredths(matrix.paint_preparation_hours);
    const why = because({ code: 'paint_preparation', group });
    return paintLines(matrix, { operation: 'paint_preparation', part_type, hours, ...why });
  };

  const removal = ({ part }: Work): Line[] =>
    attachedTo(part.part_type).flatMap((attached) => {
      const isOffAlready = removed.has(attached) || replaced.has(attached);
      const family = familyOf(attached);
      if (isOffAlready || hoursFor(matrix, family, 'removing', part.level) === null) return [];
      removed.add(attached);
      return workLines(matrix, family, {
        operation: 'removing',
        part_type: attached,
        level: part.level,
        ...because({ code: 'removal', part_type: attached }),
      });
    });

  const blendInto = (neighbors: PartType[], level: Level): Line[] => {
    if (neighbors.some((neighbor) => painted.has(neighbor) || blended.has(neighbor))) return [];
    const [neighbor] = neighbors.filter(
      (one) => hoursFor(matrix, familyOf(one), 'refinishing', level) !== null,
    );
    if (!neighbor) return [];
    blended.add(neighbor);
    return workLines(matrix, familyOf(neighbor), {
      operation: 'refinishing',
      part_type: neighbor,
      level,
      ...because({ code: 'blending', part_type: neighbor }),
    });
  };

  /** On each side of the car by itself. How many damages there are does not make the blend any larger. */
  const blend = ({ part_type, damages }: DamagedPart): Line[] => {
    const level = Math.max(...damages.map((damage) => damage.level)) as Level;
    const sides = Map.groupBy(neighborsOf(part_type), sideOf);
    return [...sides.values()].flatMap((neighbors) => blendInto(neighbors, level));
  };

  return (work: Work): Line[] => {
    const { part, own } = work;
    const opened = own.lines.some(({ operation }) => operation === 'painting' || operation === 'dent_repair');
    return [
      // Fitting a new part includes moving over what was on the old one.
      ...(opened && !own.replaced ? removal(work) : []),
      ...(own.painted ? [...preparation(part.part_type), ...blend(part)] : []),
    ];
  };
};
