import { readFile } from 'node:fs/promises';
import { type Body, type Client, clientWithModels, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { isJudged } from '@walkaround/harness/clients/judged.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 300_000 });

let api: Client;
beforeAll(async () => {
  api = await clientWithModels();
});

/** What a camera sees that has moved by shares of the picture's sides since the first frame. */
const frame = async (name: string, [across, down]: [number, number]): Promise<Buffer> => {
  const whole = await readFile(new URL(`../../../demo/pictures/${name}.jpg`, import.meta.url));
  const { width, height } = await sharp(whole).metadata();
  const cut = {
    left: Math.round((0.04 + across) * width),
    top: Math.round((0.04 + down) * height),
    width: Math.round(0.92 * width),
    height: Math.round(0.92 * height),
  };
  return sharp(whole).extract(cut).resize(width, height).jpeg({ quality: 60 }).toBuffer();
};

type Shown = [name: string, moved: [number, number]];
const FIRSTS: Shown[] = [
  ['front-left', [0, 0]],
  ['rear-left', [0, 0]],
];
const FRAMES: Shown[] = [
  FIRSTS[0]!,
  ['front-left', [0.004, 0]],
  ['front-left', [-0.003, 0.002]],
  FIRSTS[1]!,
  ['rear-left', [0.002, -0.003]],
];

/** As a client sends the frames of a video; without numbers they are photos. */
const analysed = async (frames: Shown[], numbered: boolean): Promise<Body> => {
  const id = await newInspection(
    api,
    { damage_detection: {} },
    { additional_data: { is_video_capture: true } },
  );
  for (const [index, shown] of frames.entries()) {
    const about = numbered ? { frame_index: index, timestamp: 120, alpha: 60 * index } : {};
    const upload = { tasks: ['damage_detection'], additional_data: about };
    const added = await api.upload(`/inspections/${id}/images`, upload, await frame(...shown), {
      type: 'jpeg',
    });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    expect(added.body.additional_data).toEqual(about);
  }
  await setStatus(api, id, 'damage_detection', 'TODO');
  const task = await ended(api, id, 'damage_detection', 250_000);
  expect(task, JSON.stringify(task.error_messages)).toMatchObject({
    status: 'DONE',
    progress: { done: frames.length, total: frames.length },
  });
  // The frames name no compliances, and each gets its verdict all the same.
  const judged = await until(
    () => api.get(`/inspections/${id}`),
    ({ body }) => body.images.every(isJudged),
    100_000,
  );
  return judged.body;
};

const named = ({ damages, parts }: Body) =>
  damages
    .map(({ damage_type, part_ids }: Body) => [
      damage_type,
      ...parts.filter(({ id }: Body) => part_ids.includes(id)).map(({ part_type }: Body) => part_type),
    ])
    .map((words: string[]) => words.join(' '))
    .sort();

test('a walk around a car as frames says what its photos say, on every frame, with a verdict on each', async () => {
  const video = await analysed(FRAMES, true);
  const photos = await analysed(FIRSTS, false);
  expect(named(video).length).toBeGreaterThan(0);
  expect(named(video)).toEqual(named(photos));
  for (const { views, compliances, viewpoint } of video.images) {
    expect(views.length).toBeGreaterThan(0);
    expect(compliances.compliance_issues).toBeInstanceOf(Array);
    expect(viewpoint).not.toBeNull();
  }
  const boxesOn = (index: number) =>
    video.images[index].views.map(({ image_region }: Body) => image_region.specification.bounding_box);
  expect(boxesOn(1)).toEqual(boxesOn(0));
  expect(boxesOn(4)).toEqual(boxesOn(3));
  expect(boxesOn(3)).not.toEqual(boxesOn(0));
});
