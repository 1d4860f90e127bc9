/** Photos that are not sent yet, kept by the browser over a reload. */
import type { UploadImage } from '@walkaround/sdk';

export type KeptShot = {
  /** Also what makes sending it twice harmless. */
  key: string;
  inspectionId: string;
  sightId: string | null;
  description: UploadImage;
  file: Blob;
  /** The photo that it takes the place of. */
  replaces: string | null;
};

/** Not randomUUID: browsers have that only on https. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const open = (): Promise<IDBDatabase> => {
  const opening = indexedDB.open('walkaround-shots', 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('shots', { keyPath: 'key' }).createIndex('inspection', 'inspectionId');
  };
  return settled(opening);
};

let opened: Promise<IDBDatabase> | undefined;
const shots = async (mode: IDBTransactionMode) => {
  opened ??= open();
  return (await opened).transaction('shots', mode).objectStore('shots');
};

/** A browser without room, or in private mode, may refuse: the photo is still in the page then. */
const ifPossible = (work: Promise<unknown>) => work.catch(() => {});

export const keepShot = (shot: KeptShot) =>
  ifPossible(shots('readwrite').then((store) => settled(store.put(shot))));

export const forgetShot = (key: string) =>
  ifPossible(shots('readwrite').then((store) => settled(store.delete(key))));

export const keptShots = async (inspectionId: string): Promise<KeptShot[]> => {
  try {
    return await settled((await shots('readonly')).index('inspection').getAll(inspectionId));
  } catch {
    return [];
  }
};
