import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { PART_TYPES } from '../inspections/parts/parts.ts';
import { METHODOLOGIES } from '../inspections/records/estimate.ts';
import { evidencePackSchema } from '../inspections/records/evidence.ts';
import { correctionSchema } from '../inspections/records/findings/correction.ts';
import { deliverySchema, EVENT_TYPES } from '../inspections/records/organization.ts';
import { priceSchema } from '../inspections/records/price.ts';
import { CURRENCIES, SEGMENTS } from '../inspections/records/price-matrix.ts';
import { reportSchema, shareLinkSchema } from '../inspections/records/report.ts';
import { SEVERITY_ITEM_TYPES } from '../inspections/records/severity.ts';
import * as words from '../inspections/vocabulary.ts';
import { startTestDatabase } from './test-database.ts';

const of = (schema: z.ZodEnum<Record<string, string>>) => schema.options;

const KNOWN: Record<string, readonly string[]> = {
  'inspections.status': words.INSPECTION_STATUSES,
  'tasks.name': words.TASK_NAMES,
  'tasks.status': words.TASK_STATUSES,
  'images.rotation': words.IMAGE_ROTATIONS,
  'images.original_format': words.PHOTO_FORMATS,
  'parts.part_type': PART_TYPES,
  'damages.damage_type': words.DAMAGE_TYPES,
  'damages.part_type': PART_TYPES,
  'suspicions.damage_type': words.DAMAGE_TYPES,
  'suspicions.part_type': PART_TYPES,
  'suspicions.state': words.SUSPICION_STATES,
  'severities.label': PART_TYPES,
  'severities.related_item_type': SEVERITY_ITEM_TYPES,
  'wheel_analyses.wheel_name': words.WHEEL_NAMES,
  'documents.type': words.DOCUMENT_TYPES,
  'estimates.methodology': METHODOLOGIES,
  'estimates.currency': CURRENCIES,
  'estimates.segment': SEGMENTS,
  'prices.related_item_type': of(priceSchema.shape.related_item_type),
  'corrections.action': of(correctionSchema.shape.action),
  'corrections.part_type': PART_TYPES,
  'reports.status': of(reportSchema.shape.status),
  'reports.source': of(reportSchema.shape.source),
  'evidence_packs.status': of(evidencePackSchema.shape.status),
  'restricted_packs.status': of(evidencePackSchema.shape.status),
  'contests.reason': words.CONTEST_REASONS,
  'contests.state': words.CONTEST_STATES,
  'share_links.language': words.REPORT_LANGUAGES,
  'share_links.report_status': of(shareLinkSchema.shape.report_status),
  'organization_settings.language': words.REPORT_LANGUAGES,
  'organization_settings.training_use': words.TRAINING_USES,
  'events.type': EVENT_TYPES,
  'deliveries.kind': of(deliverySchema.shape.kind),
  'deliveries.status': of(deliverySchema.shape.status),
  'audit_log.action': words.AUDIT_ACTIONS,
  'model_choices.purpose': words.MODEL_PURPOSES,
};

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

test('the database knows the same words as the code: a new word needs a migration', async () => {
  const { rows } = await database.pool.query<{ place: string; rule: string; validated: boolean }>(`
    select c.conrelid::regclass || '.' || a.attname as place, pg_get_constraintdef(c.oid) as rule,
      c.convalidated as validated
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'c' and c.conname like '%\\_known'`);
  expect(rows.filter(({ validated }) => !validated)).toEqual([]);
  const held = rows.map(({ place, rule }) => {
    const known = [...rule.matchAll(/'([^']+)'::text\b/g)].map((match) => match[1]!);
    // A list of its own is written as one text.
    const listed =
      known.length === 1 && known[0]!.startsWith('{') ? known[0]!.slice(1, -1).split(',') : known;
    return [place, listed.toSorted()];
  });
  const expected = Object.entries(KNOWN).map(([place, list]) => [place, [...list].sort()]);
  expect(Object.fromEntries(held)).toEqual(Object.fromEntries(expected));
});

test('a word that nobody knows is refused, whoever writes it', async () => {
  await expect(
    database.pool.query(`insert into inspections (id, owner_id, creator_id, status)
      values (gen_random_uuid(), 'anna', 'anna', 'HALF_DONE')`),
  ).rejects.toThrow(/inspections_status_known/);
});
