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
