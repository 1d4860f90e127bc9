/** What the drawing, the lists and the viewer have in common, and how a click changes it. */
import type { PartType } from '@walkaround/sdk';
import type { Findings } from './findings.ts';
import { reviewItems } from './review/review-items.ts';

export type Selection = {
  part: PartType | null;
  damage: string | null;
  suspicion: string | null;
  image: string | null;
  /** The view, or the suspicion, that is to be seen from close by. */
  focus: string | null;
};

export const NOTHING: Selection = { part: null, damage: null, suspicion: null, image: null, focus: null };

/** The photo stays: whoever selects nothing still looks at it. */
export const cleared = ({ image }: Selection): Selection => ({ ...NOTHING, image });

/** A second click on a part takes the first one back. */
export const withPart = (now: Selection, part: PartType, { inspection }: Findings): Selection => {
  if (now.part === part && now.damage === null) return cleared(now);
  const record = inspection.parts.find(({ partType }) => partType === part);
  const seen = record?.relatedImages[0]?.baseImageId as string | undefined;
  return { ...NOTHING, part, image: seen ?? now.image };
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
    suspicion: null,
    image: inPlace ? now.image : (found.views[0]?.imageId ?? now.image),
    focus: inPlace ? now.focus : (found.views[0]?.id ?? null),
  };
};

/** It is shown where it is seen best. */
export const withSuspicion = (
  now: Selection,
  id: string,
  inPlace: boolean,
  { suspicions }: Findings,
): Selection => {
  const image = suspicions.find((suspicion) => suspicion.id === id)?.views[0]?.imageId;
  if (image === undefined) return now;
  const { image: shown, focus } = inPlace ? now : { image, focus: id };
  return { ...NOTHING, suspicion: id, image: shown, focus };
};

/** What a person sees who has not selected anything yet. */
export const firstFinding = (findings: Findings): Selection => {
  const [first] = reviewItems(findings);
  if (!first) return NOTHING;
  const select = first.kind === 'damage' ? withDamage : withSuspicion;
  return select(NOTHING, first.id, false, findings);
};

/** The photo that is shown: the selected one while it is there, else the first. */
export const shownImage = ({ image }: Selection, { images }: Findings): string | null =>
  images.some(({ id }) => id === image) ? image : (images[0]?.id ?? null);
