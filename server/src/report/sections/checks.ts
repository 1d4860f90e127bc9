/** What a person should look at, of the photos as a whole. Photos of several vehicles are listed vehicle by vehicle. */

import { damagesByVehicle } from '../../inspections/checks/by-vehicle.ts';
import { checkInWords } from '../../inspections/checks/check-in-words.ts';
import { standingChecks } from '../../inspections/checks/standing-checks.ts';
import type { Check } from '../../inspections/records/findings/check.ts';
import { heading } from '../page/blocks.ts';
import { BODY, SMALL, STRONG } from '../page/page-style.ts';
import { drawTable, type Row } from '../page/table.ts';
import type { Writing } from '../page/writing.ts';
import { fill } from '../words/words.ts';

const rowsOf = ({ words, formats, data }: Writing, check: Check): Row[] => {
  const { checks } = words;
  const photoNumber = new Map(data.photos.map(({ number, image }) => [image.id, number]));
  const damageNumber = new Map(data.damages.map(({ number, damage }) => [damage.id, number]));
  const numbers = (ids: readonly string[], of: ReadonlyMap<string, number>) =>
    ids
      .flatMap((id) => of.get(id) ?? [])
      .toSorted((a, b) => a - b)
      .join(', ');
  const vehicles = damagesByVehicle(check, data.inspection).map(({ image_ids, damage_ids }, index): Row => {
    const damages = numbers(damage_ids, damageNumber);
    const name = fill(checks.vehicle, { n: index + 1 });
    return {
      joined: true,
      cells: [
        { text: '', style: SMALL },
        { text: damages ? `${name}: ${fill(checks.damages, { damages })}` : name, style: SMALL },
        { text: numbers(image_ids, photoNumber), style: SMALL },
      ],
    };
  });
  const whole = {
    cells: [
      { text: checks.kinds[check.kind], style: STRONG },
      { text: checkInWords(check, checks, formats.date), style: BODY },
      { text: vehicles.length > 0 ? '' : numbers(check.image_ids, photoNumber), style: SMALL },
    ],
  };
  return [whole, ...vehicles];
};

export const writeChecks = (writing: Writing) => {
  const { sheet, words, data } = writing;
  const checks = standingChecks(data.inspection);
  if (checks.length === 0) return;
  heading(sheet, words.checks.title);
  sheet.need(80);
  sheet.paragraph(words.checks.hint, SMALL);
  sheet.y += 4;
  drawTable(
    sheet,
    [
      { title: words.checks.check, share: 24 },
      { title: words.checks.reason, share: 58 },
      { title: words.say.photos, share: 18 },
    ],
    checks.flatMap((check) => rowsOf(writing, check)),
  );
};
