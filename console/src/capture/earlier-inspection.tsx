import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useClient } from '../client.ts';
import { useFormats } from '../formats/formats.ts';
import { useWords } from '../language.tsx';
import type { Earlier } from './earlier.ts';

/** So few characters would find vehicles that have nothing to do with each other. */
const LEAST = 5;

/** Offers the inspections of the same vehicle, so that new damages can be told from those that were there. */
export const EarlierInspection = ({
  plate,
  vin,
  earlier,
}: {
  plate: string;
  vin: string;
  /** Chosen already, whatever plate and VIN say. */
  earlier: Earlier | null;
}) => {
  const { capture: say } = useWords();
  const { time } = useFormats();
  const client = useClient();
  const sought = useDeferredValue([vin.trim(), plate.trim()].find((text) => text.length >= LEAST));
  const { data } = useQuery({
    queryKey: ['inspections', 'of-vehicle', sought],
    queryFn: ({ signal }) =>
      client.inspections.getSummaries({ search: sought, showDeleted: false, limit: 20 }, { signal }),
    enabled: sought !== undefined,
  });
  const found = data?.result.map((id) => data.entities.inspections[id]!) ?? [];
  const chosen = earlier && {
    id: earlier.inspection.id,
    createdAt: earlier.inspection.createdAt,
    plate: earlier.vehicle?.plate,
    vin: earlier.vehicle?.vin,
  };
  const offered = chosen ? [chosen, ...found.filter(({ id }) => id !== chosen.id)] : found;
  if (offered.length === 0) return null;
  return (
    <label className="field">
      {say.compareWith}
      <select name="related" defaultValue={chosen?.id ?? ''}>
        <option value="">{say.compareNot}</option>
        {offered.map((one) => (
          <option key={one.id} value={one.id}>
            {[time(one.createdAt), one.plate ?? one.vin].filter(Boolean).join(' · ')}
          </option>
        ))}
      </select>
    </label>
  );
};
