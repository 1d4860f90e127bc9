import type { PartType } from '@walkaround/sdk';
import { useCallback, useState } from 'react';
import type { Findings } from './findings.ts';

/** What the drawing, the table and the viewer have in common. */
export type Selection = {
  part: PartType | null;
  damage: string | null;
  image: string | null;
  /** The view that is to be seen from close by. */
  focus: string | null;
};

export type Selecting = ReturnType<typeof useSelection>;

const NOTHING: Selection = { part: null, damage: null, image: null, focus: null };

export const useSelection = (findings: Findings) => {
  const [selection, setSelection] = useState<Selection>(NOTHING);

  const selectPart = useCallback(
    (part: PartType) => {
      const record = findings.inspection.parts.find(({ partType }) => partType === part);
      const seen = record?.relatedImages[0]?.baseImageId as string | undefined;
      setSelection((now) =>
        now.part === part && now.damage === null
          ? { ...NOTHING, image: now.image }
          : { part, damage: null, image: seen ?? now.image, focus: null },
      );
    },
    [findings],
  );

  /** Who clicks on it in a photo sees it already. */
  const selectDamage = useCallback(
    (id: string, { inPlace = false } = {}) => {
      const found = findings.damages.find(({ damage }) => damage.id === id);
      if (!found) return;
      setSelection((now) => ({
        part: found.damage.partType,
        damage: id,
        image: inPlace ? now.image : (found.views[0]?.imageId ?? now.image),
        focus: inPlace ? now.focus : (found.views[0]?.id ?? null),
      }));
    },
    [findings],
  );

  /** One that was just added: it is known here only after the inspection was read again. */
  const show = useCallback((damage: string) => setSelection((now) => ({ ...now, damage })), []);
  const selectImage = useCallback(
    (image: string) => setSelection((now) => ({ ...now, image, focus: null })),
    [],
  );
  const clear = useCallback(() => setSelection((now) => ({ ...NOTHING, image: now.image })), []);

  const imageId = findings.images.some(({ id }) => id === selection.image)
    ? selection.image
    : (findings.images[0]?.id ?? null);
  return { ...selection, image: imageId, selectPart, selectDamage, selectImage, show, clear };
};
