import type { Readable } from 'node:stream';
import { type Actor, assertMayWrite } from '../inspections/access.ts';
import type { Ports, ReceivedPhoto } from '../inspections/ports.ts';
import { type ImageDescription, namedTasks } from './add-image.ts';
import { inspectionToRead } from './reach-inspection.ts';

type Incoming = { inspection_id: string; description: ImageDescription };

/**
 * Refuses early what would be refused anyway, before a large file is read for nothing. Not a started
 * task: the file may be one that is sent again, which only its bytes can tell.
 */
const assertWelcome = async (actor: Actor, { inspection_id, description }: Incoming, { store }: Ports) => {
  const head = await inspectionToRead(actor, inspection_id, store);
  assertMayWrite(actor, head);
  namedTasks(await store.tasks.list(head.id), description, '', false);
};

/** The caller owns the photo: it discards it, unless an action that keeps it has done so. */
export const receivePhoto = async (
  actor: Actor,
  input: Incoming & { source: Readable },
  ports: Ports,
): Promise<ReceivedPhoto> => {
  await assertWelcome(actor, input, ports);
  return ports.photos.receive(input.source, input.description.rotation);
};

export const downloadPhoto = async (
  actor: Actor,
  input: Incoming & { url: string },
  ports: Ports,
): Promise<ReceivedPhoto> => {
  await assertWelcome(actor, input, ports);
  return ports.photos.download(input.url, input.description.rotation);
};
