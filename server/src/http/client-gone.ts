import type { FastifyReply } from 'fastify';
import type { Photos } from '../inspections/ports/ports.ts';
import { clientGone } from '../inspections/problems/requests.ts';

/** Aborted when the connection ends before the answer is out. */
const goneSignal = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  const onClose = () => {
    if (!raw.writableFinished) gone.abort(clientGone());
  };
  if (raw.closed) onClose();
  else raw.once('close', onClose);
  return gone.signal;
};

/** Pictures are decoded only as long as whoever asked waits for the answer. */
export const whileAwaited = <P extends { photos: Photos }>(ports: P, reply: FastifyReply): P => {
  const { photos } = ports;
  return {
    ...ports,
    photos: {
      ...photos,
      receive: (source, rotation, options) =>
        photos.receive(source, rotation, { ...options, signal: goneSignal(reply) }),
      download: (url, rotation, options) =>
        photos.download(url, rotation, { ...options, signal: goneSignal(reply) }),
      receiveLogo: (source) => photos.receiveLogo(source, goneSignal(reply)),
      thumbnail: (key, width) => photos.thumbnail(key, width, goneSignal(reply)),
    },
  };
};
