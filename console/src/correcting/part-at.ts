import type { PartType } from '@walkaround/sdk';
import type { Findings } from '../inspection/findings.ts';
import type { Place } from './use-corrections.ts';

/** Whether a point lies inside: a line from it to the far right crosses the outline an odd number of times. */
const isInside = (x: number, y: number, polygon: number[][]) =>
  polygon.reduce((inside, [ax, ay], index) => {
    const [bx, by] = polygon.at(index - 1) as [number, number];
    const crosses = ay! > y !== by > y && x < ((bx - ax!) * (y - ay!)) / (by - ay!) + ax!;
    return crosses ? !inside : inside;
  }, false);

const middleOf = (place: Place): [number, number] => {
  if ('boundingBox' in place) {
    const { xmin, ymin, width, height } = place.boundingBox;
    return [xmin + width / 2, ymin + height / 2];
  }
  const points = place.polygons.flat();
  const sum = (axis: 0 | 1) => points.reduce((total, point) => total + point[axis], 0) / points.length;
  return [sum(0), sum(1)];
};

/** The part that the models outlined around the middle of a place; of several the smallest. */
export const partAt = ({ views, inspection }: Findings, place: Place): PartType | null => {
  const [x, y] = middleOf(place);
  const [view] = views
    .filter(
      ({ imageId, damageId, polygons }) =>
        imageId === place.imageId && damageId === null && polygons.some((polygon) => isInside(x, y, polygon)),
    )
    .toSorted(
      (a, b) => a.boundingBox.width * a.boundingBox.height - b.boundingBox.width * b.boundingBox.height,
    );
  return inspection.parts.find(({ id }) => id === view?.elementId)?.partType ?? null;
};
