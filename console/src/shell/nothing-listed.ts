import type { SharedInspection } from '@walkaround/sdk';
import { nothingListed, nothingListedAlone } from '../../../vocabulary/nothing-listed.ts';
import { useLanguage } from '../language.tsx';

type Whole = Pick<SharedInspection, 'vehicleState' | 'placesToCheck'>;

/** Of a vehicle without a damage: `none` only where nothing is left to check. `isAlone`: its state does not stand beside it. */
export const useNothingListed = ({ isAlone }: { isAlone: boolean }) => {
  const { code, names } = useLanguage();
  const sentence = isAlone ? nothingListedAlone : nothingListed;
  return ({ vehicleState, placesToCheck }: Whole, none: string): string =>
    vehicleState === null ? none : sentence(names, code, { ...vehicleState, placesToCheck }, none);
};
