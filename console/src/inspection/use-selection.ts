import type { PartType } from '@walkaround/sdk';
import { useCallback, useMemo, useState } from 'react';
import type { Findings } from './findings.ts';
import {
  cleared,
  firstFinding,
  type Selection,
  shownImage,
  withDamage,
  withPart,
  withSuspicion,
} from './selection.ts';

export type Selecting = ReturnType<typeof useSelection>;

export const useSelection = (findings: Findings) => {
  /** Null until somebody selects something: then the first finding is shown, whenever it comes. */
  const [chosen, setChosen] = useState<Selection | null>(null);
  const first = useMemo(() => firstFinding(findings), [findings]);
  const selection = chosen ?? first;
  const change = useCallback(
    (next: (now: Selection) => Selection) => setChosen((now) => next(now ?? first)),
    [first],
  );

  const selectPart = useCallback(
    (part: PartType) => change((now) => withPart(now, part, findings)),
    [change, findings],
  );
  const selectDamage = useCallback(
    (id: string, { inPlace = false } = {}) => change((now) => withDamage(now, id, inPlace, findings)),
    [change, findings],
  );
  const selectSuspicion = useCallback(
    (id: string, { inPlace = false } = {}) => change((now) => withSuspicion(now, id, inPlace, findings)),
    [change, findings],
  );

  /** One that was just added: it is known here only after the inspection was read again. */
  const show = useCallback(
    (damage: string) => change((now) => ({ ...now, damage, suspicion: null })),
    [change],
  );
  const selectImage = useCallback(
    (image: string) => change((now) => ({ ...now, image, focus: null })),
    [change],
  );
  const clear = useCallback(() => change(cleared), [change]);

  const image = shownImage(selection, findings);
  return useMemo(
    () => ({ ...selection, image, selectPart, selectDamage, selectSuspicion, selectImage, show, clear }),
    [selection, image, selectPart, selectDamage, selectSuspicion, selectImage, show, clear],
  );
};
