import { describe, expect, it } from 'vitest';
import { cornersOf } from '../geometry/polygons.ts';
import { vehicleFrom } from './vehicle-on-photo.ts';

const CELLS = 40;
const photo = { width: 400, height: 300 };
const pixelsPerCell = 10;
const box = (xmin: number, ymin: number, width: number, height: number) => ({ xmin, ymin, width, height });

/** One door of whole cells, ten pixels each. */
function doorAt(door: ReturnType<typeof box>) {
  const labels = new Uint8Array(CELLS * CELLS);
  for (let y = door.ymin / 10; y < (door.ymin + door.height) / 10; y++)
    labels.fill(1, y * CELLS + door.xmin / 10, y * CELLS + (door.xmin + door.width) / 10);
  const part = { part_type: 'door_front_left', score: 0.9, bounding_box: door, polygons: [cornersOf(door)] };
  return { parts: [part], labels, pixelsPerCell };
}
const nothing = { parts: [], labels: new Uint8Array(CELLS * CELLS), pixelsPerCell };

describe('the vehicle', () => {
  it('is absent when no part and no vehicle is seen', () => {
    const absent = { present: false, box: null, whole_in_frame: false, share_of_picture: 0 };
    expect(vehicleFrom(null, nothing, photo)).toEqual(absent);
    expect(vehicleFrom([], doorAt(box(10, 10, 20, 20)), photo)).toEqual(absent);
  });

  it('is where its parts are when no model looks for the whole', () => {
    expect(vehicleFrom(null, doorAt(box(100, 100, 200, 100)), photo)).toEqual({
      present: true,
      box: box(100, 100, 200, 100),
      whole_in_frame: true,
      share_of_picture: 1 / 6,
    });
  });

  it('is the one that has the parts, not a larger one behind it', () => {
    const boxes = [{ bounding_box: box(200, 0, 200, 290) }, { bounding_box: box(50, 90, 140, 180) }];
    expect(vehicleFrom(boxes, doorAt(box(60, 100, 100, 100)), photo).box).toEqual(box(50, 90, 140, 180));
  });

  it('is not whole in the frame when it reaches the edge of the picture', () => {
    const boxes = [{ bounding_box: box(0, 50, 300, 200) }];
    expect(vehicleFrom(boxes, nothing, photo)).toMatchObject({ present: true, whole_in_frame: false });
  });
});
