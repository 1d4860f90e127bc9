/** The networks that read text, alone: one reading is recorded, and its runs are repeated on the same numbers. */
import { decodePhoto } from '../src/vision/pixels/picture.ts';
import { readText, TEXT_SIDE } from '../src/vision/text/reading.ts';
import { type Network, openTextSessions } from '../src/vision/text/text-sessions.ts';
import { CORES } from './test-bed.ts';

export const bareText = async (photo: string, opened: (close: () => Promise<unknown>) => void) => {
  const sessions = await openTextSessions({ device: 'cpu', cores: CORES }, () => {});
  if ('problem' in sessions) throw new Error(sessions.problem);
  opened(sessions.close);
  const runs: (() => Promise<unknown>)[] = [];
  const recorded =
    (network: Network): Network =>
    async (numbers, shape) => {
      const own = numbers.slice();
      runs.push(() => network(own, shape));
      return await network(numbers, shape);
    };
  const { detection, direction, recognition } = sessions;
  await readText(await decodePhoto(photo, { longestSide: TEXT_SIDE, maxPixels: 1e8 }), {
    ...sessions,
    detection: recorded(detection),
    direction: recorded(direction),
    recognition: recorded(recognition),
  });
  return async () => {
    for (const run of runs) await run();
  };
};
