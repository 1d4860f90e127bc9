import type { FastifyReply, FastifyRequest } from 'fastify';

const SMALL_BYTES = 1024 * 1024;
const LINGER_MS = 1000;

/**
 * What becomes of a body that is refused before it was read. A small one is read and thrown away, and the
 * connection lives on. Of any other the rest is not worth reading and may have no end, so the connection
 * ends; but closing it at once would reset it, and a client that is still sending would never see the
 * answer. So what comes within a moment is taken first.
 */
export const disposeOfBody = ({ raw }: FastifyRequest, reply: FastifyReply) => {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  if (raw.complete || (length === undefined && encoding === undefined)) return;
  const throwAway = () => {
    raw.unpipe();
    raw.resume();
  };
  if (Number(length) <= SMALL_BYTES) {
    reply.raw.once('finish', throwAway);
    return;
  }
  reply.header('connection', 'close');
  // Node calls this once the answer is out.
  raw.socket.destroySoon = () => {
    throwAway();
    raw.socket.end();
    const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS);
    raw.socket.once('close', () => clearTimeout(timer));
  };
};
