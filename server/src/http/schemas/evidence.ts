import { z } from 'zod';
import { RESTRICTED_CONTENTS } from '../../inspections/vocabulary.ts';
import { Id, queryFlag, Time } from './common.ts';

const Include = z.array(z.enum(RESTRICTED_CONTENTS)).max(RESTRICTED_CONTENTS.length);

export const EvidenceBody = z
  .object({
    include: Include.default([]).describe(
      'originals: the photos as they were received, bit for bit. metadata: what their files say (EXIF, GPS, XMP), as JSON. ' +
        'With one of them the pack is a second one, beside the pack for everybody: it needs the permission organization:manage in the organization of the inspection, and the audit log has it.',
    ),
  })
  .meta({ example: {} });

export const EvidenceQuery = z.object({
  restricted: queryFlag(false).describe(
    'The pack with originals or metadata. Needs the permission organization:manage.',
  ),
});

export const EvidenceRequestAnswer = z.object({
  id: Id.describe('Of the inspection, whose one evidence pack this is.'),
  pack_id: Id,
  include: Include.describe('What is in it that only a few may see.'),
  status: z.string(),
  requested_at: Time,
});

export const EvidenceAnswer = z.object({
  id: Id.describe('Of the inspection, whose one evidence pack this is.'),
  pack_id: Id,
  include: Include.describe('What is in it that only a few may see.'),
  evidence_url: z
    .string()
    .nullable()
    .describe(
      'A link to the ZIP file that works without a token for some hours. null for the restricted pack: it comes only with a token (Accept: application/zip).',
    ),
  made_at: Time,
  fingerprint: z
    .string()
    .meta({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' })
    .describe('SHA-256 over the hashes of its files. The report in the pack shows it.'),
  key_id: z.string().describe('The published key that signed it.'),
  timestamped_at: Time.nullable().describe(
    'When the time stamp authority of the operator saw its manifest; null: there is none, or it was away. Ask for the pack again.',
  ),
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
