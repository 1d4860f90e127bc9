import type { Image } from '@walkaround/sdk';
import { memo, useEffect, useMemo, useRef } from 'react';
import { fill, useCounted, useWords } from '../../language.tsx';
import { thumbnail } from '../../shell/pictures.ts';
import type { Findings } from '../findings.ts';

export const isGood = ({ compliances }: Image): boolean | null =>
  compliances === null || compliances.compliance_status === undefined
    ? null
    : compliances.compliance_status === 'compliant';

type StripProps = { findings: Findings; current: string | null; onChoose(id: string): void };

/** All photos, small: how many damages each shows, and whether it is good enough. */
export const PhotoStrip = memo(({ findings, current, onChoose }: StripProps) => {
  const { inspection: say } = useWords();
  const counted = useCounted();
  const shown = useRef<HTMLButtonElement>(null);
  const counts = useMemo(() => {
    const all = new Map<string, number>();
    for (const { views } of findings.damages)
      for (const id of new Set(views.map(({ imageId }) => imageId))) all.set(id, (all.get(id) ?? 0) + 1);
    return all;
  }, [findings]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo is brought into sight.
  useEffect(() => {
    const strip = shown.current?.closest('ul');
    if (!strip) return;
    const { offsetLeft, offsetWidth } = shown.current!;
    strip.scrollTo({ left: offsetLeft - (strip.clientWidth - offsetWidth) / 2 });
  }, [current]);
  return (
    <ul className="photo-strip">
      {findings.images.map((image, index) => {
        const count = counts.get(image.id) ?? 0;
        const isBad = isGood(image) === false;
        const label = [
          fill(say.photoNumber, { number: index + 1, name: image.name ?? '' }),
          ...(count > 0 ? [counted(say.damageCount, count)] : []),
          ...(isBad ? [say.notGoodEnough] : []),
        ].join(', ');
        return (
          <li key={image.id}>
            <button
              type="button"
              ref={image.id === current ? shown : undefined}
              aria-current={image.id === current}
              aria-label={label}
              onClick={() => onChoose(image.id)}
            >
              <img src={thumbnail(image.path, 160)} alt="" width={96} height={72} loading="lazy" />
              {count > 0 && (
                <span className="strip-count" aria-hidden="true">
                  {count}
                </span>
              )}
              {isBad && (
                <span className="strip-bad" aria-hidden="true">
                  !
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
});
