import { clientOf, clientWithModels, until } from '@walkaround/harness/clients/client.ts';
import { contest, disputed, someContest } from '@walkaround/harness/clients/contests.ts';
import { carFromBehind } from '@walkaround/harness/pictures/document-drawings.ts';
import sharp from 'sharp';
import { expect, inject, test, vi } from 'vitest';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 180_000 });

const pixelsOf = (picture: Buffer) => sharp(picture).greyscale().raw().toBuffer();

test('where plates are blurred, the photos of a contest are shown blurred or not at all', async () => {
  const api = await clientWithModels();
  const stranger = clientOf(`${inject('serviceWithModelsUrl')}/v1`, null);
  const wish = { privacy: { blur_plates: true, blur_faces: false } };
  const { id, damage_id, secret } = await disputed(api, { allow_contesting: true }, wish);
  const photo = await carFromBehind('AB-123-CD');
  const sent = await contest(secret, someContest(damage_id), [photo], stranger);
  const { path } = sent.body.photos[0];
  expect(path).toContain('.blurred.jpg?');
  const { body } = await until(
    () => stranger.get(path),
    ({ status, body: refused }) => {
      if (status !== 200) expect([status, refused.code]).toEqual([503, 'picture_not_ready']);
      return status === 200;
    },
    120_000,
  );
  const [before, after] = [await pixelsOf(photo), await pixelsOf(body)];
  expect(after.length).toBe(before.length);
  const changed = before.filter((value, index) => Math.abs(value - after[index]!) > 60).length;
  // The digits of the plate, and not the rest of the picture.
  expect(changed).toBeGreaterThan(200);
  expect(changed).toBeLessThan(before.length / 20);
  const [listed] = (await api.get(`/inspections/${id}/contests`)).body.data;
  expect(listed.photos[0].path).toContain('.blurred.jpg?');
});
