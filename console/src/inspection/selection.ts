/** What the drawing, the table and the viewer have in common, and how a click changes it. */
import type { PartType } from '@walkaround/sdk';
import type { Findings } from './findings.ts';

export type Selection = {
  part: PartType | null;
  damage: string | null;
  image: string | null;
  /** The view, or the suspicion, that is to be seen from close by. */
  focus: string | null;
};

export const NOTHING: Selection = { part: null, damage: null, image: null, focus: null };

/** The photo stays: whoever selects nothing still looks at it. */
export const cleared = ({ image }: Selection): Selection => ({ ...NOTHING, image });

/** A second click on a part takes the first one back. */
export const withPart = (now: Selection, part: PartType, { inspection }: Findings): Selection => {
  if (now.part === part && now.damage === null) return cleared(now);
  const record = inspection.parts.find(({ partType }) => partType === part);
  const seen = record?.relatedImages[0]?.baseImageId as string | undefined;
  return { part, damage: null, image: seen ?? now.image, focus: null };
};

/** `inPlace`: who clicks on it in a photo sees it already. */
export const withDamage = (
  now: Selection,
  id: string,
  inPlace: boolean,
  { damages }: Findings,
): Selection => {
  const found = damages.find(({ damage }) => damage.id === id);
  if (!found) return now;
  return {
    part: found.damage.partType,
    damage: id,
    image: inPlace ? now.image : (found.views[0]?.imageId ?? now.image),
    focus: inPlace ? now.focus : (found.views[0]?.id ?? null),
  };
};

/** It is shown where it is seen best; nothing else is selected then. */
export const withSuspicion = (now: Selection, id: string, { suspicions }: Findings): Selection => {
  const image = suspicions.find((suspicion) => suspicion.id === id)?.views[0]?.imageId;
  return image === undefined ? now : { ...NOTHING, image, focus: id };
};

/** The photo that is shown: the selected one while it is there, else the first. */
export const shownImage = ({ image }: Selection, { images }: Findings): string | null =>
  images.some(({ id }) => id === image) ? image : (images[0]?.id ?? null);
