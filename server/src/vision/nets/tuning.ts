/**
 * Numbers of what is made of the networks' answers that were tuned, each with where it comes from. "By eye"
 * and "by judgment" mean that no experiment is recorded.
 */

/**
 * A piece of a damage's outline that is smaller is a speck: in cells, and as a share of the largest piece.
 * By eye; parity.service.test.ts allows for it.
 */
export const DAMAGE_SPECKS = { cells: 1.5, share: 0.04 };
/** So many of the best boxes enter the suppression, which bounds its time. By judgment. */
export const MOST_CANDIDATES = 400;
/** So many boxes of one photo are kept. By judgment. */
export const MOST_KEPT = 100;
/** So many windows of a photo are looked at from close by, unless the operator says otherwise. training/EXPERIMENTS.md, 15c. */
export const CLOSER_LOOKS = 1;
/**
 * A photo is looked at from close by only if it has so many times the pixels of the model's input on its longer side. On smaller ones
 * there is nothing more to see, and as many wrong finds as right ones get surer. training/EXPERIMENTS.md, 15c.
 */
export const MORE_DETAIL = 1.5;
/** A find with such a score may be a finding. training/EXPERIMENTS.md, 15c. */
export const IN_DOUBT = { from: 0.35, below: 0.75 };
/** The side of a window, as a share of the photo's longer side. training/EXPERIMENTS.md, 15c. */
export const WINDOW_SHARE = 0.5;
/** By so much the log odds of a find in a window are lowered. training/EXPERIMENTS.md, 15c. */
export const CLOSER_PENALTY = 0.3;
/** A find in a window lies on one of the photo: by IoU, or by the share of it inside. As in training's figures by place. */
export const SEEN_AGAIN = { iou: 0.1, inside: 0.5 };
