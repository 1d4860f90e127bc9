/** What people said about the inspection: agent, owner, dates, comment. */
import { z } from 'zod';
import { drawFacts, type Fact, heading, subheading } from '../page/blocks.ts';
import { BODY, STRONG } from '../page/page-style.ts';
import type { Writing } from '../page/writing.ts';

const text = z.string().optional().catch(undefined);
const amount = z.object({ value: z.number(), unit: z.string() }).optional().catch(undefined);

/** Clients may also put it into additional_data by themselves, in any form: what is not understood is left out. */
const PdfData = z
  .object({
    mileage: amount,
    market_value: amount,
    agent_first_name: text,
    agent_last_name: text,
    agent_company: text,
    agent_company_city: text,
    vehicle_owner_first_name: text,
    vehicle_owner_last_name: text,
    vehicle_owner_address: text,
    vehicle_owner_phone: text,
    vehicle_owner_email: text,
    date_of_start: text,
    date_of_validation: text,
    vin_or_registering: text,
    comment: text,
  })
  .catch({});
type PdfData = z.infer<typeof PdfData>;

export const pdfDataOf = ({ data }: Pick<Writing, 'data'>): PdfData =>
  PdfData.parse(data.inspection.additional_data.pdf_data ?? {});

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ') || undefined;
export const agentName = (given: PdfData) => joined(given.agent_first_name, given.agent_last_name);
export const ownerName = (given: PdfData) =>
  joined(given.vehicle_owner_first_name, given.vehicle_owner_last_name);

export const writeInspection = (writing: Writing) => {
  const { sheet, words, formats, data, options } = writing;
  const given = pdfDataOf(writing);
  const { inspection } = data;
  const { fields } = words;
  const all: [string, string | null | undefined][] = [
    [fields.agent, agentName(given)],
    [fields.agent_company, given.agent_company],
    [fields.agent_company_city, given.agent_company_city],
    [fields.date_of_start, given.date_of_start && formats.date(given.date_of_start)],
    [fields.date_of_validation, given.date_of_validation && formats.date(given.date_of_validation)],
    [fields.owner, ownerName(given)],
    [fields.vehicle_owner_address, given.vehicle_owner_address],
    [fields.vehicle_owner_phone, given.vehicle_owner_phone],
    [fields.vehicle_owner_email, given.vehicle_owner_email],
    [fields.vin_or_registering, given.vin_or_registering],
    [fields.mileage, given.mileage && formats.distance(given.mileage)],
    [fields.market_value, given.market_value && formats.amount(given.market_value)],
    [fields.accident_nature, inspection.accident_nature],
    [
      fields.usage_duration,
      inspection.usage_duration === null ? null : formats.number(inspection.usage_duration),
    ],
    [fields.customer, options.customer],
    [fields.client_name, options.client_name],
    [fields.report_vin, options.vin],
  ];
  const facts = all.flatMap(([label, value]): Fact[] => (value ? [{ label, value }] : []));
  if (facts.length === 0 && !given.comment) return;
  heading(sheet, words.say.inspection);
  if (facts.length > 0) drawFacts(sheet, facts, { columns: 3, style: STRONG });
  if (!given.comment) return;
  subheading(sheet, fields.comment);
  sheet.paragraph(given.comment, BODY);
};
