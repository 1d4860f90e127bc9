import type { View } from '@walkaround/sdk';
import { useState } from 'react';
import { damageName, partName } from '../inspection/damages/damage-name.ts';
import type { Findings, FoundDamage } from '../inspection/findings.ts';
import { reviewItems } from '../inspection/review/review-items.ts';
import { fill, useNames, useWords } from '../language.tsx';
import { Crop } from '../shell/crop.tsx';
import type { useSaving } from './use-saving.ts';

type JoinProps = { found: FoundDamage; findings: Findings; saving: ReturnType<typeof useSaving> };

const CROP: [number, number] = [112, 84];

/** Two findings that are one damage, or one that is two. */
export const JoinAndSplit = ({ found, findings, saving }: JoinProps) => {
  const { correcting: say, inspection } = useWords();
  const names = useNames();
  const { corrections, isSaving, make } = saving;
  const [other, setOther] = useState('');
  const { damage, views } = found;
  const numbers = new Map(reviewItems(findings).map(({ id, number }) => [id, number]));
  const others = findings.damages
    .filter((one) => one.damage.id !== damage.id)
    .toSorted((a, b) => (numbers.get(a.damage.id) ?? 0) - (numbers.get(b.damage.id) ?? 0));
  const chosen = others.find((one) => one.damage.id === other);
  const photoOf = ({ imageId }: View) => {
    const at = findings.images.findIndex(({ id }) => id === imageId);
    const image = findings.images[at]!;
    return { image, name: fill(inspection.photoNumber, { number: at + 1, name: image.name ?? '' }) };
  };
  return (
    <>
      {views.length > 1 && (
        <section aria-label={say.places}>
          <h3>{say.places}</h3>
          <ul className="places">
            {views.map((view) => {
              const { image, name } = photoOf(view);
              return (
                <li key={view.id}>
                  <Crop photo={image} box={view.boundingBox} outline={view} label={name} size={CROP} />
                  <button
                    type="button"
                    className="button small"
                    aria-label={`${say.split}: ${name}`}
                    disabled={isSaving}
                    onClick={() => make(say.splitDone, corrections.splitDamage(damage, view))}
                  >
                    {say.split}
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <div className="merge">
          <label className="field">
            {say.sameAs}
            <select value={other} onChange={({ target }) => setOther(target.value)}>
              <option value="">–</option>
              {others.map(({ damage: one }) => (
                <option key={one.id} value={one.id}>
                  {`${numbers.get(one.id)} ${damageName(names, one)}, ${partName(names, one)}`}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            className="button"
            disabled={isSaving || !chosen}
            onClick={() => chosen && make(say.merged, corrections.mergeDamages(damage.id, chosen))}
          >
            {say.merge}
          </button>
        </div>
      )}
    </>
  );
};
