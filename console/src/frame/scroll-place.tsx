/** Going back returns to where a page was scrolled to; a new page begins at its top. */
import { useLayoutEffect } from 'react';
import { useLocation, useSearch } from 'wouter';

const KEPT_AS = 'walkaround-scroll';
const places = new Map<string, number>(JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '[]'));

const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
let cameBack = arrival?.type === 'reload' || arrival?.type === 'back_forward';
history.scrollRestoration = 'manual';
addEventListener('popstate', () => {
  cameBack = true;
});
// The router tells this one.
addEventListener('pushState', () => {
  cameBack = false;
});
addEventListener('pagehide', () => sessionStorage.setItem(KEPT_AS, JSON.stringify([...places])));

export const ScrollPlace = () => {
  const [path] = useLocation();
  const search = useSearch();
  // The list has its page and its filters in the query; elsewhere the query changes what is selected, not the page.
  const place = path === '/' ? `/?${search}` : path;
  useLayoutEffect(() => {
    const wanted = (cameBack && places.get(place)) || 0;
    let arrived = false;
    const go = () => {
      if (arrived) return;
      scrollTo(0, wanted);
      arrived = scrollY >= wanted - 1;
    };
    go();
    // What the page shows may come later, and with it the room to scroll.
    const growth = new ResizeObserver(go);
    growth.observe(document.body);
    const over = new AbortController();
    const { signal } = over;
    addEventListener('scroll', () => void places.set(place, scrollY), { signal, passive: true });
    const leaveAlone = () => {
      arrived = true;
    };
    for (const touched of ['wheel', 'pointerdown', 'keydown'])
      addEventListener(touched, leaveAlone, { signal, passive: true });
    return () => {
      growth.disconnect();
      over.abort();
    };
  }, [place]);
  return null;
};
