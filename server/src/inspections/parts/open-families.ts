/**
 * What is known of a part whose side or end cannot be told: a door, but not which one. On a close-up the parts model knows
 * that far more often than left from right and front from back.
 */
import type { PartType } from './parts.ts';

/** Each with the parts that may be meant. */
const READINGS = {
  bumper: ['bumper_front', 'bumper_back'],
  door: ['door_front_left', 'door_front_right', 'door_back_left', 'door_back_right'],
  fender: ['fender_front_left', 'fender_front_right', 'fender_back_left', 'fender_back_right'],
  head_light: ['head_light_left', 'head_light_right'],
  tail_light: ['tail_light_left', 'tail_light_right'],
  light: ['head_light_left', 'head_light_right', 'tail_light_left', 'tail_light_right'],
  window: [
    'windshield_front',
    'windshield_back',
    'window_front_left',
    'window_front_right',
    'window_back_left',
    'window_back_right',
  ],
  panel: [
    'bumper_front',
    'bumper_back',
    'door_front_left',
    'door_front_right',
    'door_back_left',
    'door_back_right',
    'fender_front_left',
    'fender_front_right',
    'fender_back_left',
    'fender_back_right',
    'hood',
    'trunk',
    'roof',
    'rocker_panel_left',
    'rocker_panel_right',
  ],
} as const satisfies Record<string, readonly PartType[]>;

export type OpenFamily = keyof typeof READINGS;
export const OPEN_FAMILIES = Object.keys(READINGS) as [OpenFamily, ...OpenFamily[]];

export const readingsOf = (family: OpenFamily): readonly PartType[] => READINGS[family];

const differIn = (parts: readonly PartType[], words: RegExp) =>
  new Set(parts.map((part) => words.exec(part)?.[0])).size > 1;

/** What a person has to say for the part to be known. */
export const openIn = (family: OpenFamily): ('side' | 'end')[] => {
  const parts = readingsOf(family);
  return [
    ...(differIn(parts, /(left|right)$/) ? ['side' as const] : []),
    ...(differIn(parts, /front|back|head|tail/) ? ['end' as const] : []),
  ];
};
