import type { SharedInspection } from '@walkaround/sdk';
import { fill, pluralForm, useLanguage } from '../language.tsx';

type Whole = Pick<SharedInspection, 'vehicleState' | 'placesToCheck'>;

/** Of a vehicle without a damage: `none` only where nothing is left to check. */
export const useNothingListed = () => {
  const { code, names } = useLanguage();
  const { to_check } = names;
  return ({ vehicleState, placesToCheck: n }: Whole, none: string): string => {
    if (vehicleState === null || vehicleState.state !== null) return none;
    return n === 0 ? to_check.unclear : fill(pluralForm(code, to_check.places, n), { n });
  };
};
