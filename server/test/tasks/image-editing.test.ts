import { type Body, type Client, clientWithModels } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { carFromBehind } from '@walkaround/harness/pictures/document-drawings.ts';
import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 180_000 });

const PLATE = 'AB-123-CD';

let api: Client;
beforeAll(async () => {
  api = await clientWithModels();
});

const edited = async (options: object): Promise<Body> => {
  const id = await newInspection(api, { image_editing: options });
  const added = await api.upload(
    `/inspections/${id}/images`,
    { tasks: ['image_editing'] },
    await carFromBehind(PLATE),
  );
  expect(added.status).toBe(201);
  await setStatus(api, id, 'image_editing', 'TODO');
  const task = await ended(api, id, 'image_editing', 150_000);
  expect(task, JSON.stringify(task.error_messages)).toMatchObject({ status: 'DONE' });
  return (await api.get(`/inspections/${id}`)).body.images[0];
};

/** Where the drawn car has the letters of its plate. */
const LETTERS = { left: 600, top: 610, width: 400, height: 80 };

/** How much the greys of an area differ: dark letters on a light plate very much, a blurred one little. */
const contrast = async (path: string): Promise<number> => {
  const picture = Buffer.from(await (await fetch(path)).arrayBuffer());
  const area = await sharp(picture).extract(LETTERS).greyscale().toBuffer();
  return (await sharp(area).stats()).channels[0]!.stdev;
};

test('image_editing makes a second picture without the number plate, and leaves the photo as it is', async () => {
  const image = await edited({});
  expect(image.rendered_outputs).toHaveLength(1);
  const [output] = image.rendered_outputs;
  expect(output).toMatchObject({
    base_image_id: image.id,
    additional_data: { description: 'photo with plates and faces blurred' },
  });
  expect(await contrast(image.path)).toBeGreaterThan(50);
  expect(await contrast(output.path)).toBeLessThan(20);
});

test('what is blurred can be chosen', async () => {
  const { rendered_outputs } = await edited({ blur_plates: false, blur_faces: false });
  expect(rendered_outputs).toEqual([]);
});
