/** Which parts stand together, so that work that serves several of them is counted once. */
import type { PANEL_GROUPS } from '../records/estimate.ts';
import { isMetal, surfaceOf } from './part-facts.ts';
import { familyOf, type PartFamily } from './part-families.ts';
import { sideOf } from './part-sides.ts';
import { isPart, type PartType } from './parts.ts';

type PanelGroup = (typeof PANEL_GROUPS)[number];

const GROUPS: Partial<Record<PartFamily, PanelGroup>> = {
  bumper_front: 'front',
  front_spoiler: 'front',
  header_panel: 'front',
  hood: 'front',
  bumper_back: 'back',
  rear_spoiler: 'back',
  trunk: 'back',
  handle_back_center: 'back',
};

/** What is masked and sprayed in one go. */
export const groupOf = (part: PartType): PanelGroup => GROUPS[familyOf(part)] ?? sideOf(part) ?? 'top';

/** Nearest first. Plastic parts are no neighbors: a joint as wide as theirs hides a shade. */
const NEIGHBORS: Partial<Record<PartFamily, PartFamily[]>> = {
  door_front: ['door_back', 'fender_front'],
  door_back: ['door_front', 'fender_back'],
  fender_front: ['door_front'],
  fender_back: ['door_back'],
  hood: ['fender_front'],
};

/** What has to come off before a part can be painted or beaten out; itself where it is painted off the car. */
const ATTACHED: Partial<Record<PartFamily, PartFamily[]>> = {
  bumper_front: ['bumper_front', 'fog_light_front', 'grill_low', 'license_plate_front'],
  bumper_back: ['bumper_back', 'license_plate_back'],
  door_front: ['handle_front', 'mirror'],
  door_back: ['handle_back'],
  fender_front: ['head_light', 'turn_signal_front_lateral'],
  fender_back: ['tail_light'],
  front_spoiler: ['front_spoiler'],
  handle_back: ['handle_back'],
  handle_back_center: ['handle_back_center'],
  handle_front: ['handle_front'],
  mirror: ['mirror'],
  rear_spoiler: ['rear_spoiler'],
  trunk: ['license_plate_back', 'rear_spoiler', 'handle_back_center'],
};

const named = (family: PartFamily, side: 'left' | 'right' | null): PartType[] => {
  if (isPart(family)) return [family];
  const sides = side ? [side] : (['left', 'right'] as const);
  return sides.map((one) => `${family}_${one}`).filter(isPart);
};

const around = (part: PartType, families: PartFamily[] = []) =>
  families.flatMap((family) => named(family, sideOf(part)));

export const attachedTo = (part: PartType): PartType[] => around(part, ATTACHED[familyOf(part)]);

/** Panels whose color has to meet that of this one. */
export const neighborsOf = (part: PartType): PartType[] =>
  isMetal(surfaceOf(familyOf(part))) ? around(part, NEIGHBORS[familyOf(part)]) : [];
