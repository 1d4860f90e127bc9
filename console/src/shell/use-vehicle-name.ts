import { numberRanges } from '../../../vocabulary/number-ranges.ts';
import { fill, pluralForm, useLanguage, useNames } from '../language.tsx';

/** How one of several vehicles is called: by its photos and its number plate. */
export const useVehicleName = () => {
  const { code } = useLanguage();
  const { checks } = useNames();
  return (group: number | null, photos: readonly number[], plate: string | null = null): string => {
    if (group === null) return checks.no_group;
    const forms = group === 1 ? checks.photos : checks.perhaps_another;
    const name = fill(pluralForm(code, forms, photos.length), { photos: numberRanges(photos) });
    return plate === null ? name : `${name} · ${plate}`;
  };
};
