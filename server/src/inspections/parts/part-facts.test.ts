import { expect, test } from 'vitest';
import { endOf, facesSide, factsOf, halfOf, isFlank } from './part-facts.ts';
import { sideOf } from './part-sides.ts';
import { PART_TYPES, type PartType } from './parts.ts';

/** Name, side, the end that it belongs to, the half that it sits in, flank or fender, kind, surface. */
const EVERY_PART = `
  ignore                           -      -      -      -       none    unpainted
  background                       -      -      -      -       none    unpainted
  bumper_back                      -      back   back   -       body    painted plastic
  bumper_front                     -      front  front  -       body    painted plastic
  door_back_left                   left   -      back   flank   body    bolted metal
  door_back_right                  right  -      back   flank   body    bolted metal
  door_front_left                  left   -      front  flank   body    bolted metal
  door_front_right                 right  -      front  flank   body    bolted metal
  fender_back_left                 left   -      back   fender  body    welded metal
  fender_back_right                right  -      back   fender  body    welded metal
  fender_front_left                left   -      front  fender  body    bolted metal
  fender_front_right               right  -      front  fender  body    bolted metal
  fog_light_back_left              left   back   back   -       lamp    unpainted
  fog_light_back_right             right  back   back   -       lamp    unpainted
  fog_light_front_left             left   front  front  -       lamp    unpainted
  fog_light_front_right            right  front  front  -       lamp    unpainted
  front_spoiler                    -      front  front  -       body    painted plastic
  grill                            -      front  front  -       body    unpainted
  grill_low                        -      front  front  -       body    unpainted
  grill_radiator                   -      front  front  -       body    unpainted
  handle_back_left                 left   -      back   flank   body    painted plastic
  handle_back_right                right  -      back   flank   body    painted plastic
  handle_front_left                left   -      front  flank   body    painted plastic
  handle_front_right               right  -      front  flank   body    painted plastic
  head_light_left                  left   front  front  -       lamp    unpainted
  head_light_right                 right  front  front  -       lamp    unpainted
  header_panel                     -      front  front  -       body    bolted metal
  hood                             -      front  front  -       body    bolted metal
  hook                             -      -      -      -       body    unpainted
  hubcap                           -      -      -      -       wheel   unpainted
  hubcap_back_left                 left   -      back   -       wheel   unpainted
  hubcap_back_right                right  -      back   -       wheel   unpainted
  hubcap_front_left                left   -      front  -       wheel   unpainted
  hubcap_front_right               right  -      front  -       wheel   unpainted
  indicator_light_left             left   -      -      -       lamp    unpainted
  indicator_light_right            right  -      -      -       lamp    unpainted
  license_plate_back               -      back   back   -       plate   unpainted
  license_plate_front              -      front  front  -       plate   unpainted
  logo                             -      -      -      -       body    unpainted
  mirror_support                   -      -      -      -       body    unpainted
  mirror_left                      left   -      -      -       mirror  painted plastic
  mirror_right                     right  -      -      -       mirror  painted plastic
  petrol_door                      -      -      back   flank   body    bolted metal
  pillar                           -      -      -      -       body    welded metal
  quarter_window_back_left         left   -      back   flank   glass   unpainted
  quarter_window_back_right        right  -      back   flank   glass   unpainted
  quarter_window_front_left        left   -      front  flank   glass   unpainted
  quarter_window_front_right       right  -      front  flank   glass   unpainted
  rear_spoiler                     -      -      back   -       body    painted plastic
  rocker_panel                     -      -      -      flank   body    welded metal
  rocker_panel_left                left   -      -      flank   body    welded metal
  rocker_panel_right               right  -      -      flank   body    welded metal
  roof                             -      -      -      -       body    welded metal
  tail_light_center                -      back   back   -       lamp    unpainted
  tail_light_left                  left   back   back   -       lamp    unpainted
  tail_light_right                 right  back   back   -       lamp    unpainted
  trunk                            -      back   back   -       body    bolted metal
  turn_signal_front_lateral_left   left   -      front  -       lamp    unpainted
  turn_signal_front_lateral_right  right  -      front  -       lamp    unpainted
  wheel_back_left                  left   -      back   -       wheel   unpainted
  wheel_back_right                 right  -      back   -       wheel   unpainted
  wheel_front_left                 left   -      front  -       wheel   unpainted
  wheel_front_right                right  -      front  -       wheel   unpainted
  window_back_left                 left   -      back   flank   glass   unpainted
  window_back_right                right  -      back   flank   glass   unpainted
  window_corner_left               left   -      -      flank   glass   unpainted
  window_corner_right              right  -      -      flank   glass   unpainted
  window_front_left                left   -      front  flank   glass   unpainted
  window_front_right               right  -      front  flank   glass   unpainted
  windshield_back                  -      back   back   -       glass   unpainted
  windshield_front                 -      front  front  -       glass   unpainted
  wiper                            -      -      -      -       body    unpainted
  wiper_back                       -      back   back   -       body    unpainted
  wiper_front                      -      front  front  -       body    unpainted
  wheel                            -      -      -      -       wheel   unpainted
  car_inside                       -      -      -      -       inside  unpainted
  damaged_car_inside               -      -      -      -       inside  unpainted
  handle_back_center               -      back   back   -       body    painted plastic
  rim_back_left                    left   -      back   -       wheel   unpainted
  rim_back_right                   right  -      back   -       wheel   unpainted
  rim_front_left                   left   -      front  -       wheel   unpainted
  rim_front_right                  right  -      front  -       wheel   unpainted
  interior                         -      -      -      -       inside  unpainted
`;

const shown = (part: PartType) => {
  const { kind, surface } = factsOf(part);
  const facing = isFlank(part) ? 'flank' : facesSide(part) ? 'fender' : '-';
  return [part, sideOf(part) ?? '-', endOf(part) ?? '-', halfOf(part) ?? '-', facing, kind, surface].join(
    ' ',
  );
};

test('each of the 83 parts has one answer to where it sits and what it is', () => {
  const told = EVERY_PART.trim()
    .split('\n')
    .map((row) => row.trim().replaceAll(/ +/g, ' '));
  expect(told).toHaveLength(83);
  expect(PART_TYPES.map(shown)).toEqual(told);
});

test('nothing is known of a name that is no part', () => {
  expect(factsOf('spaceship')).toEqual(factsOf('ignore'));
  expect([endOf('toString'), halfOf('background'), isFlank('constructor')]).toEqual([null, null, false]);
});
