import { useState } from 'react';
import { NumberField } from '../formats/number-input.tsx';
import type { TypedNumber } from '../formats/typed-number.ts';
import { nameIn, useNames, useWords } from '../language.tsx';
import type { Earlier } from './earlier.ts';
import { EarlierInspection } from './earlier-inspection.tsx';

const NAMED = ['plate', 'vin', 'brand', 'model'] as const;

/** All of it may be left out; what is left out is read on the photos where it can be. The mileage is never that of before. */
export const VehicleFields = ({ earlier }: { earlier: Earlier | null }) => {
  const { capture: say } = useWords();
  const { fields, vehicle_types } = useNames();
  const known = earlier?.vehicle;
  const [given, setGiven] = useState({
    plate: known?.plate ?? '',
    vin: known?.vin ?? '',
    brand: known?.brand ?? '',
    model: known?.model ?? '',
  });
  const [mileage, setMileage] = useState<TypedNumber>(null);
  return (
    <fieldset className="card stack">
      <legend>{say.vehicle}</legend>
      <p className="soft">{say.vehicleWhy}</p>
      <div className="vehicle-fields">
        {NAMED.map((name) => (
          <label key={name} className="field">
            {fields[name]}
            <input
              name={name}
              value={given[name]}
              onChange={({ target }) => setGiven({ ...given, [name]: target.value })}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              autoCapitalize={name === 'plate' || name === 'vin' ? 'characters' : 'words'}
            />
          </label>
        ))}
        <label className="field">
          {fields.vehicle_type}
          <select name="vehicleType" defaultValue={known?.vehicleType ?? ''}>
            <option value="">{say.unknownType}</option>
            {Object.keys(vehicle_types).map((type) => (
              <option key={type} value={type}>
                {nameIn(vehicle_types, type)}
              </option>
            ))}
          </select>
        </label>
        <NumberField
          name={`${fields.mileage} (km)`}
          value={mileage}
          onChange={setMileage}
          limits={{ min: 0, max: 9_999_999, decimals: 0 }}
        />
        <input type="hidden" name="mileage" value={mileage ?? ''} />
      </div>
      <EarlierInspection plate={given.plate} vin={given.vin} earlier={earlier} />
    </fieldset>
  );
};
