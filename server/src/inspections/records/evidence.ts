import { z } from 'zod';
import { RESTRICTED_CONTENTS } from '../vocabulary.ts';

export const evidencePackSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  status: z.enum(['requested', 'ready', 'error']),
  /** What is in it that only a few may see; none: it is the pack for everybody. */
  include: z.array(z.enum(RESTRICTED_CONTENTS)),
  error: z.string().nullable(),
  /** While another one is being made, that of the last. */
  file_key: z.string().nullable(),
  requested_at: z.string(),
  made_at: z.string().nullable(),
  fingerprint: z.string().nullable(),
  key_id: z.string().nullable(),
  /** The end of the chain of events when it was made. */
  head: z.string().nullable(),
  /** When a time stamp authority saw its manifest; null where none did. */
  timestamped_at: z.string().nullable(),
});
export type EvidencePack = z.infer<typeof evidencePackSchema>;

/** An event of a chain as the line that its hash is made of. */
export const chainedEventSchema = z.object({ number: z.number(), line: z.string() });
export type ChainedEvent = z.infer<typeof chainedEventSchema>;

/** A JSON Web Key. */
const publicKeySchema = z.object({
  kid: z.string(),
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
});
export type PublicKey = z.infer<typeof publicKeySchema>;

export const evidenceKeySchema = z.object({
  key_id: z.string(),
  public_key: publicKeySchema,
  created_at: z.string(),
  /** Since when it signs no more; what it signed stays good. */
  retired_at: z.string().nullable(),
});
export type EvidenceKey = z.infer<typeof evidenceKeySchema>;
