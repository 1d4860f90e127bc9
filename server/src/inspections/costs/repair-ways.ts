/**
 * How a damage is repaired: by type, level and surface. Ways are tried in order; the first one that the price matrix
 * offers at that level is taken. None: the part is replaced.
 */

import type { Level } from '../damages/severity.ts';
import type { Surface } from '../parts/part-facts.ts';
import type { DamageType } from '../vocabulary.ts';
import type { PartOperation } from './price-matrix.ts';

export type Way = PartOperation[];

const POLISH: Way = ['polishing'];
const PAINT: Way = ['sanding', 'painting'];
const PRESS_OUT: Way = ['paintless_dent_repair'];
const BEAT_OUT: Way = ['dent_repair', 'painting'];
const STRAIGHTEN: Way = ['dent_repair'];

const onPaint = (type: DamageType, level: Level, surface: Surface): Way[] => {
  switch (type) {
    case 'scratch':
    case 'scattered_scratches':
      return level === 1 ? [POLISH, PAINT] : [PAINT];
    case 'paint_damage':
    case 'paint_peeling':
    case 'rustiness':
      return [PAINT];
    case 'dent':
      // Plastic does not spring back.
      return level === 1 && surface === 'painted metal' ? [PRESS_OUT, BEAT_OUT] : [BEAT_OUT];
    case 'misshape':
    case 'body_crack':
      return [BEAT_OUT];
    case 'missing_piece':
      return level < 3 ? [BEAT_OUT] : [];
    default:
      return [];
  }
};

const onOther = (type: DamageType): Way[] => {
  switch (type) {
    case 'scratch':
    case 'scattered_scratches':
    case 'hubcap_scratch':
    case 'paint_damage':
    case 'paint_peeling':
    case 'rustiness':
    // A stone chip: filled and polished.
    case 'broken_glass':
      return [POLISH];
    case 'dent':
    case 'misshape':
    case 'body_crack':
      return [STRAIGHTEN];
    default:
      return [];
  }
};

export const waysFor = (type: DamageType, level: Level, surface: Surface): Way[] =>
  surface === 'unpainted' ? onOther(type) : onPaint(type, level, surface);
