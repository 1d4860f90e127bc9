import type { FastifyReply, FastifyRequest } from 'fastify';

const LINGER_MS = 1000;

/**
 * Ends the connection after an answer that refuses a body before it was read: the rest is not worth
 * reading and may have no end. Closing at once would reset the connection, and a client that is still
 * sending would never see the answer; so what comes within a moment is taken and thrown away.
 */
export const closeGently = (request: FastifyRequest, reply: FastifyReply) => {
  reply.header('connection', 'close');
  const { raw } = request;
  // Node calls this once the answer is out.
  raw.socket.destroySoon = () => {
    raw.unpipe();
    raw.resume();
    raw.socket.end();
    const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS);
    raw.socket.once('close', () => clearTimeout(timer));
  };
};
