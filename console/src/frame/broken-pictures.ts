/** Pictures that were lost on the way: a browser never asks for them again by itself. */

const PAUSES_MS = [2_000, 5_000, 15_000, 30_000, 60_000];

type Picture = HTMLImageElement | SVGImageElement;

const isPicture = (target: EventTarget | null): target is Picture =>
  target instanceof HTMLImageElement || target instanceof SVGImageElement;

const addressOf = (picture: Picture) => (picture instanceof HTMLImageElement ? 'src' : 'href');

/** Those of the whole page are asked for again after growing pauses, and at once when the network is back. */
export const followBrokenPictures = () => {
  const tries = new Map<Picture, number>();
  const askAgain = (picture: Picture) => {
    if (!picture.isConnected) return void tries.delete(picture);
    const name = addressOf(picture);
    picture.setAttribute(name, picture.getAttribute(name)!);
  };
  // These events do not rise to the window; they can only be caught on their way down.
  addEventListener(
    'error',
    ({ target }) => {
      // A file of this page that cannot be shown now cannot be shown later.
      if (!isPicture(target) || target.getAttribute(addressOf(target))!.startsWith('blob:')) return;
      const before = tries.get(target) ?? 0;
      tries.set(target, before + 1);
      const pause = PAUSES_MS[before];
      if (pause) setTimeout(() => tries.has(target) && askAgain(target), pause);
    },
    true,
  );
  addEventListener('load', ({ target }) => void tries.delete(target as Picture), true);
  addEventListener('online', () => {
    for (const picture of [...tries.keys()]) askAgain(picture);
  });
};
