import { z } from 'zod';
import { Id, Time } from './common.ts';

export const EvidenceRequestAnswer = z.object({
  id: Id.describe('Of the inspection, whose one evidence pack this is.'),
  pack_id: Id,
  status: z.string(),
  requested_at: Time,
});

export const EvidenceAnswer = z.object({
  id: Id.describe('Of the inspection, whose one evidence pack this is.'),
  pack_id: Id,
  evidence_url: z.string().describe('A link to the ZIP file that works without a token for some hours.'),
  made_at: Time,
  fingerprint: z
    .string()
    .meta({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' })
    .describe('SHA-256 over the hashes of its files. The report in the pack shows it.'),
  key_id: z.string().describe('The published key that signed it.'),
  stale: z.boolean().describe('Something happened to the inspection since. Ask for the pack again.'),
});

export const EvidenceKeysAnswer = z.object({
  keys: z.array(
    z.object({
      kid: z.string(),
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string(),
      alg: z.literal('EdDSA'),
      use: z.literal('sig'),
      created_at: Time,
      retired_at: Time.nullable().describe('Since when it signs no more. What it signed stays good.'),
    }),
  ),
});
