import { Problem } from './problem.ts';

export const notRecognizable = () =>
  new Problem(
    'no_vin_or_plate',
    'Neither the VIN nor the plate of this vehicle is known, so it cannot be recognized. Add one of them first.',
  );
