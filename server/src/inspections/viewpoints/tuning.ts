/**
 * Numbers of the rules about viewpoints and sights that were tuned, each with where it comes from. "By eye" means that no
 * experiment is recorded.
 */

/** A single part is a close-up: it does not tell where the camera stands. A definition. */
export const LEAST_PARTS = 2;
/**
 * The weights of the viewpoint rule, one number for each of the evidence's. Fitted by
 * training/viewpoint/fit.ts on the labeled photos.
 */
export const WEIGHTS: Record<'end' | 'corner' | 'side', readonly number[]> = {
  end: [0.3, -0.4, 4.2, -4.4, -2.5, 3.4],
  corner: [-2.5, 3.5, 2.5, 3.3, 1.5, 3.1, -3.9, 2.6],
  side: [2.2, -2.1, -2.3, 4.1, -1.8, 2.7],
};
/**
 * Narrower than an eighth of the circle: even a little beside its end, a vehicle shows a corner. By eye;
 * sights.test.ts.
 */
export const END_REACHES = 18;
/** The same for a side of the vehicle. By eye; sights.test.ts. */
export const SIDE_REACHES = 20;
