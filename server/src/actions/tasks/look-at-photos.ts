/** Looks at the photos of a task with the models. */
import type { ModelName, PhotoSeen } from '../../inspections/photos/photo-seen.ts';
import type { Ports, TaskRun } from '../../inspections/ports/ports.ts';
import { modelUnusable } from '../../inspections/problem.ts';
import type { Image } from '../../inspections/records/records.ts';
import { findTwins } from './find-twins.ts';
import { goThroughPhotos, type Looked } from './go-through-photos.ts';

type LookPorts = Pick<Ports, 'store' | 'photos' | 'photoModels'>;
/** Without the model that is needed nothing can be said; what `helps` is done without where it cannot be used. */
type Request = { needs: ModelName; helps: readonly ModelName[]; leastScore?: number };

/** Changes whenever another look could see something else. */
const nameOf = async ({ needs, helps, leastScore }: Request, { photoModels }: LookPorts): Promise<string> => {
  const models = Object.entries(await photoModels.models()).map(
    ([name, { version, sha256 }]) => `${name} ${version} ${sha256.slice(0, 8)}`,
  );
  const from = leastScore === undefined ? '' : ` from ${leastScore}`;
  return `${[needs, ...helps].join(', ')}${from} by ${models.sort().join(', ')}`;
};

/** What was seen without a model that should have helped is seen better once that is repaired. */
const isComplete = (seen: PhotoSeen) => Object.keys(seen.unavailable).length === 0;

/** `twins`: by its id, the frame whose look each of these shares. */
export const lookAtPhotos = async (
  images: readonly Image[],
  request: Request,
  ports: LookPorts,
  run: TaskRun,
): Promise<Looked<PhotoSeen> & { twins: Map<string, string> }> => {
  const { needs, helps, leastScore } = request;
  const look = async (photo: Buffer, _: Image, signal: AbortSignal) => {
    const seen = await ports.photoModels.look(photo, { want: [needs, ...helps], leastScore, signal });
    const problem = seen.unavailable[needs];
    if (problem !== undefined) throw modelUnusable(problem);
    return seen;
  };
  const name = await nameOf(request, ports);
  const twins = await findTwins(images, ports, run);
  const { atOnce } = ports.photoModels;
  const how = { name, look, isWorthKeeping: isComplete, atOnce, twins };
  const looked = await goThroughPhotos(images, how, ports, run);
  // Those of a frame that could not be looked at were looked at themselves.
  for (const [id, first] of twins) if (!looked.seen.has(first)) twins.delete(id);
  return { ...looked, twins };
};
