import { type Actor, assertManagesOrganization } from '../../inspections/access.ts';
import type { MonthOfUsage } from '../../inspections/ports/operations.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { invalidField } from '../../inspections/problems/requests.ts';

const MOST_MONTHS = 36;
const USUAL_MONTHS = 12;

/** Of a month such as 2026-03, since the year 0. */
const number = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;

const monthBefore = (month: string, months: number) => {
  const earlier = number(month) - months;
  return `${String(Math.floor(earlier / 12)).padStart(4, '0')}-${String((earlier % 12) + 1).padStart(2, '0')}`;
};

export type UsageReport = { organization_id: string; from: string; to: string; months: MonthOfUsage[] };

/** Both ends are months and belong to it. */
export const readUsage = async (
  actor: Actor,
  input: { from?: string; to?: string },
  { store }: Ports,
): Promise<UsageReport> => {
  const organization_id = assertManagesOrganization(actor);
  const to = input.to ?? new Date().toISOString().slice(0, 7);
  const from = input.from ?? monthBefore(to, USUAL_MONTHS - 1);
  const months = number(to) - number(from) + 1;
  if (months < 1) throw invalidField('from', 'The first month must not come after the last one.');
  if (months > MOST_MONTHS)
    throw invalidField('from', `Ask for at most ${MOST_MONTHS} months at once; these are ${months}.`);
  return { organization_id, from, to, months: await store.usage.months(organization_id, from, to) };
};
