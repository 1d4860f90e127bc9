/** Looks at the photos of a task with the models. */
import type { ModelName, PhotoSeen } from '../inspections/photo-seen.ts';
import type { Ports } from '../inspections/ports.ts';
import { modelUnusable } from '../inspections/problem.ts';
import type { Image } from '../inspections/records.ts';
import { goThroughPhotos, type Looked, type Run } from './go-through-photos.ts';

type LookPorts = Pick<Ports, 'store' | 'photos' | 'eyes'>;
/** Without the model that is needed nothing can be said; what `helps` is done without where it cannot be used. */
type Request = { needs: ModelName; helps: readonly ModelName[]; leastScore?: number };

/** Changes whenever another look could see something else. */
const nameOf = async ({ needs, helps, leastScore }: Request, { eyes }: LookPorts): Promise<string> => {
  const models = Object.entries(await eyes.models()).map(
    ([name, { version, sha256 }]) => `${name} ${version} ${sha256.slice(0, 8)}`,
  );
  const from = leastScore === undefined ? '' : ` from ${leastScore}`;
  return `${[needs, ...helps].join(', ')}${from} by ${models.sort().join(', ')}`;
};

/** What was seen without a model that should have helped is seen better once that is repaired. */
const isComplete = (seen: PhotoSeen) => Object.keys(seen.unavailable).length === 0;

export const lookAtPhotos = async (
  images: readonly Image[],
  request: Request,
  ports: LookPorts,
  run: Run,
): Promise<Looked<PhotoSeen>> => {
  const { needs, helps, leastScore } = request;
  const look = async (photo: Buffer, _: Image, signal: AbortSignal) => {
    const seen = await ports.eyes.look(photo, { want: [needs, ...helps], leastScore, signal });
    const problem = seen.unavailable[needs];
    if (problem !== undefined) throw modelUnusable(problem);
    return seen;
  };
  const name = await nameOf(request, ports);
  const { atOnce } = ports.eyes;
  return await goThroughPhotos(images, { name, look, isWorthKeeping: isComplete, atOnce }, ports, run);
};
