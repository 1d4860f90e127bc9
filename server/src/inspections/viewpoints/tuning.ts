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
/**
 * From this confidence on, that of all directions across the vehicle together, the parts are believed where the photo network sees the
 * opposite. On the half `choose` of the photos of
 * `bench findings` and on the rendered cars they are right in 7 of 7 such cases; on the validation photos there is none. Below it they
 * are wrong in one of two.
 */
export const SURE_PARTS = 0.8;
/** The camera would stand across the vehicle, or at one of the directions next to that: in degrees. A definition. */
export const OPPOSITE = 135;
