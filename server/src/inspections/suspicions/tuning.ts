/** Numbers of the rules about suspicions that were tuned, each with where it comes from. */

/**
 * Nobody goes through more suspicions of one inspection; the surest are kept. By judgment: three for each of
 * some thirty photos.
 */
export const MOST_SUSPICIONS = 100;
