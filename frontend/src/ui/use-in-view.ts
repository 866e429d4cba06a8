import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Calls `onSeen` when an element comes near what is on the screen, and again after each change of `watching` to
 * true while it is there.
 * @param ahead how far below the screen counts as near, in px
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
