export const WHEEL_NAMES = [
  'wheel_front_left',
  'wheel_front_right',
  'wheel_back_left',
  'wheel_back_right',
] as const;

/** What can be said of a wheel; of each also UNKNOWN, and NOT_APPLICABLE where it has no such thing. */
export const WHEEL_LABELS = {
  rim_condition: ['DAMAGED', 'NOT_DAMAGED'],
  rim_material: ['STEEL', 'ALU'],
  rim_visual_aspect: ['BICOLOR', 'CLASSIC'],
  hubcap_over_rim: ['HUBCAP_OVER_RIM', 'RIM_ONLY'],
  hubcap_condition: ['DAMAGED', 'NOT_DAMAGED'],
  hubcap_visual_aspect: ['BICOLOR', 'CLASSIC'],
  tyre: ['FLAT', 'INFLATED'],
} as const;

type Said = { prediction: string; confidence: number };

export const isWheelFault = (prediction: string | null) => prediction === 'DAMAGED' || isFlat(prediction);

export const isFlat = (prediction: string | null) => prediction === 'FLAT';

/** A flat tire has neither a number nor a severity: drawings and photos mark it by this. */
export const FLAT_MARK = '!';

/** Something is told by it. */
export const isTold = (prediction: string) => prediction !== 'UNKNOWN' && prediction !== 'NOT_APPLICABLE';

const sureness = (said: readonly Said[]) => said.reduce((sum, { confidence }) => sum + confidence, 0);

/** Of each wheel the photo that tells most: one that shows a fault, else the surest. Those of no known place all. */
export const tellingWheels = <Wheel extends { id: string }>(
  wheels: readonly Wheel[],
  nameOf: (wheel: Wheel) => string | null,
  saidOf: (wheel: Wheel) => readonly Said[],
): Wheel[] => {
  const isFaulty = (wheel: Wheel) => saidOf(wheel).some(({ prediction }) => isWheelFault(prediction));
  const tellsMore = (a: Wheel, b: Wheel) =>
    isFaulty(a) === isFaulty(b) ? sureness(saidOf(a)) > sureness(saidOf(b)) : isFaulty(a);
  return [...Map.groupBy(wheels, (wheel) => nameOf(wheel) ?? wheel.id).values()].map((same) =>
    same.reduce((best, wheel) => (tellsMore(wheel, best) ? wheel : best)),
  );
};
