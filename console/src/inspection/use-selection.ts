import type { PartType } from '@walkaround/sdk';
import { useCallback, useState } from 'react';
import type { Findings } from './findings.ts';
import {
  cleared,
  NOTHING,
  type Selection,
  shownImage,
  withDamage,
  withPart,
  withSuspicion,
} from './selection.ts';

export type Selecting = ReturnType<typeof useSelection>;

export const useSelection = (findings: Findings) => {
  const [selection, setSelection] = useState<Selection>(NOTHING);

  const selectPart = useCallback(
    (part: PartType) => setSelection((now) => withPart(now, part, findings)),
    [findings],
  );
  const selectDamage = useCallback(
    (id: string, { inPlace = false } = {}) => setSelection((now) => withDamage(now, id, inPlace, findings)),
    [findings],
  );

  const selectSuspicion = useCallback(
    (id: string) => setSelection((now) => withSuspicion(now, id, findings)),
    [findings],
  );

  /** One that was just added: it is known here only after the inspection was read again. */
  const show = useCallback((damage: string) => setSelection((now) => ({ ...now, damage })), []);
  const selectImage = useCallback(
    (image: string) => setSelection((now) => ({ ...now, image, focus: null })),
    [],
  );
  const clear = useCallback(() => setSelection(cleared), []);

  const image = shownImage(selection, findings);
  return { ...selection, image, selectPart, selectDamage, selectSuspicion, selectImage, show, clear };
};
