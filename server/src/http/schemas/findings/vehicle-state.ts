import { z } from 'zod';
import { PART_TYPES } from '../../../inspections/parts/parts.ts';
import { VEHICLE_SIDES } from '../../../inspections/vehicle-state/vehicle-state.ts';
import { VEHICLE_STATES } from '../../../inspections/vocabulary.ts';
import { Id } from '../common.ts';
import { VehicleGroup } from './pricing.ts';
import { PlacesToCheck } from './suspicions.ts';

export const PhotoStateAnswer = z
  .object({
    state: z.enum(VEHICLE_STATES).nullable().describe('null: the model is not sure.'),
    probability: z.number(),
    heavy_probability: z.number().describe('How likely the vehicle is severely damaged or a wreck.'),
  })
  .describe('How badly the vehicle is damaged as far as this photo shows it.')
  .meta({ id: 'PhotoState' });

export const VehicleStateAnswer = z
  .object({
    state: z
      .enum(VEHICLE_STATES)
      .nullable()
      .describe(
        'null: nothing is certain. No damage is listed, but there are places to check, or no photo shows a vehicle, or it may be severe.',
      ),
    heavy_probability: z
      .number()
      .nullable()
      .describe('How likely it is severe or a wreck, by the photo that is surest; null if no model judged.'),
    may_be_severe: z
      .boolean()
      .describe(
        'A person must look: it is too likely severe to say that it is not. There is no condition then.',
      ),
    looks_worse: z
      .boolean()
      .describe(
        'A photo is sure of more than what is listed: a person should look, and add it or validate damage_detection.',
      ),
    part_is_worse: z
      .boolean()
      .describe(
        'A damage or a part is rated worse than the vehicle as a whole, which is severe only if it is heavily deformed.',
      ),
    retake_photos: z
      .boolean()
      .describe(
        'No damage is listed, and no photo is good enough to show that there is none: take them again. There is no condition then.',
      ),
    no_vehicle: z
      .boolean()
      .describe('No photo shows a vehicle, but a paper or something else: they tell nothing of damages.'),
    sides: z.array(z.enum(VEHICLE_SIDES)).describe('Where the vehicle is heavily deformed.'),
    parts: z.array(z.enum(PART_TYPES)).describe('The damaged parts on the photos that show it.'),
    image_ids: z.array(Id).describe('The photos that show it.'),
    airbag_deployed: z.boolean(),
    flat_tire: z
      .boolean()
      .describe(
        'The analysis of wheels says so. The list of damages has no flat tire; the condition is 95 at most.',
      ),
    beyond_visual_estimate: z.boolean().describe('Have the vehicle inspected: photos do not tell the cost.'),
    reason: z.string(),
  })
  .meta({ id: 'VehicleState' });

export const ConditionScore = z.number().int().min(0).max(100).nullable();

const condition = {
  condition_score: ConditionScore.describe(
    '100 means no damage. null until photos were searched for damages or a person added one, and while nothing is certain (vehicle_state.state null). Of several vehicles that of the worst. docs/damages.md explains the score.',
  ),
  vehicle_state: VehicleStateAnswer.nullable().describe(
    'How badly the vehicle is damaged as a whole; null until photos were searched for damages or a person added one. Of several vehicles that of the worst.',
  ),
};

/** As an inspection and what is shared of it tell it. */
export const conditionAnswer = {
  ...condition,
  vehicle_groups: z
    .array(
      z.object({
        vehicle_group: VehicleGroup,
        image_ids: z.array(Id),
        plate: z.string().nullable().describe('Read on its photos; null also where it is not shared.'),
        places_to_check: PlacesToCheck,
        ...condition,
      }),
    )
    .describe(
      'Condition and state of each vehicle, if the photos seem to show more than one. Otherwise empty.',
    ),
};
