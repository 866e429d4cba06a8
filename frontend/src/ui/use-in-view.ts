import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Calls `onSeen` when an element comes near the viewport, and again each time `watching` becomes true while it is near.
 * @param ahead the distance below the viewport that counts as near, in px
 */
export function useInView(
  element: RefObject<Element | null>,
  watching: boolean,
  onSeen: () => void,
  ahead = 600,
): void {
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    const target = element.current;
    if (!watching || !target) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) seen();
      },
      { rootMargin: `0px 0px ${ahead}px 0px` },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, watching, ahead]);
}
