/** Photos on their way to the service. They go on being sent while the person looks at another page. */
import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '@walkaround/sdk';
import { thumbnail } from '../shell/pictures.ts';
import { fittedPhoto, type PhotoLimits } from './fitted-photo.ts';
import { captureQuery, type Inspected, withImage, withoutImage } from './inspected.ts';
import { forgetShot, type KeptShot, keepShot, keptShots } from './kept-shots.ts';
import { isGone, isLost, isNext, outdoneBy, type Shot } from './shot-order.ts';

const AT_ONCE = 3;
const AGAIN_MS = 4_000;
const LOADED_MS = 2_000;

/** The page's own picture stays until the service's can take its place, if that is soon. */
const loaded = async (address: string) => {
  const picture = new Image();
  picture.src = address;
  const enough = new Promise((resolve) => setTimeout(resolve, LOADED_MS));
  await Promise.race([picture.decode().catch(() => {}), enough]);
};

export type ShotQueue = ReturnType<typeof shotQueue>;

export const shotQueue = (client: Client, queries: QueryClient, limits: PhotoLimits) => {
  let shots: readonly Shot[] = [];
  const listeners = new Set<() => void>();
  /** Of which it is not known yet whether they are small enough. */
  const unfitted = new Set<string>();
  const sending = new Set<string>();
  let fitting = Promise.resolve();

  const set = (next: readonly Shot[]) => {
    shots = next;
    for (const listener of listeners) listener();
  };
  const change = (key: string, to: Partial<Shot>) =>
    set(shots.map((shot) => (shot.key === key ? { ...shot, ...to } : shot)));

  const remove = (key: string) => {
    const gone = shots.find((shot) => shot.key === key);
    if (!gone) return;
    URL.revokeObjectURL(gone.picture);
    void forgetShot(key);
    set(shots.filter((shot) => shot !== gone));
  };

  /** After a reload it would only be refused once more. */
  const refuse = (key: string, problem: Error | null) => {
    void forgetShot(key);
    change(key, { state: 'refused', problem });
  };

  const know = async (inspectionId: string, change: (known: Inspected) => Inspected) => {
    const query = captureQuery(client, inspectionId);
    await queries.ensureQueryData(query);
    // What is being read at this moment may be older than this.
    await queries.cancelQueries(query);
    queries.setQueryData<Inspected>(query.queryKey, (known) => known && change(known));
  };

  /** One photo for each view: the newest. */
  const replacedBy = async ({ inspectionId, sightId, replaces }: Shot, added: string): Promise<string[]> => {
    const { entities } = await queries.ensureQueryData(captureQuery(client, inspectionId));
    return Object.values(entities.images)
      .filter((image) => image.id === replaces || (sightId !== null && image.sightId === sightId))
      .map(({ id }) => id)
      .filter((id) => id !== added);
  };

  const deleteImage = async (inspectionId: string, imageId: string) => {
    await client.images.deleteOne(inspectionId, imageId).catch((error) => {
      if (!isGone(error)) throw error;
    });
    await know(inspectionId, (known) => withoutImage(known, imageId));
  };

  const send = async (shot: Shot) => {
    const { key, inspectionId, description, file } = shot;
    const answer = await client.images.addOne(
      inspectionId,
      { ...description, file },
      {
        idempotencyKey: key,
        onProgress: ({ sent, total }) =>
          change(key, { state: sent < total ? 'sending' : 'checking', sent: sent / total }),
      },
    );
    for (const old of await replacedBy(shot, answer.result)) await deleteImage(inspectionId, old);
    await loaded(thumbnail(answer.entities.images[answer.result]!.path, 320));
    await know(inspectionId, (known) => withImage(known, answer));
    remove(key);
  };

  const sendNext = () => {
    for (const shot of shots) {
      if (sending.size >= AT_ONCE || !navigator.onLine) return;
      if (!isNext(shot, { shots, unfitted, sending })) continue;
      sending.add(shot.key);
      change(shot.key, { state: 'sending', sent: 0, problem: null });
      send(shot)
        .catch((error) => {
          if (!isLost(error)) return refuse(shot.key, error);
          change(shot.key, { state: 'delayed' });
          setTimeout(sendDelayed, AGAIN_MS);
        })
        .finally(() => {
          sending.delete(shot.key);
          sendNext();
        });
    }
  };

  const sendDelayed = () => {
    set(shots.map((shot) => (shot.state === 'delayed' ? { ...shot, state: 'waiting' } : shot)));
    sendNext();
  };

  /** What is kept is what is sent: a photo made smaller twice may not be the same, and its key stands for one. */
  const fit = async (kept: KeptShot) => {
    const { key } = kept;
    const file = await fittedPhoto(kept.file, limits);
    unfitted.delete(key);
    if (!shots.some((shot) => shot.key === key)) return;
    if (file === null) return refuse(key, null);
    if (file !== kept.file) {
      change(key, { file });
      await keepShot({ ...kept, file });
    }
    sendNext();
  };

  /** Fitted one after the other, because a large photo takes much memory. */
  const enqueue = (kept: KeptShot) => {
    const picture = URL.createObjectURL(kept.file);
    unfitted.add(kept.key);
    set([...shots, { ...kept, state: 'waiting', sent: 0, problem: null, picture }]);
    fitting = fitting.then(() => fit(kept));
  };

  addEventListener('online', sendDelayed);
  addEventListener('beforeunload', (event) => {
    if (shots.some(({ state }) => state !== 'refused')) event.preventDefault();
  });

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    all: () => shots,
    add: (kept: KeptShot) => {
      for (const { key } of outdoneBy(kept, { shots, sending })) remove(key);
      void keepShot(kept);
      enqueue(kept);
    },
    /** What a page before this one had not sent. */
    restore: async (inspectionId: string) => {
      const known = await keptShots(inspectionId);
      for (const kept of known) if (!shots.some(({ key }) => key === kept.key)) enqueue(kept);
    },
    tryAgain: (shot: Shot) => {
      void keepShot(shot);
      change(shot.key, { state: 'waiting' });
      sendNext();
    },
    remove,
    deleteImage,
  };
};
