import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { keyOf } from '../../../ui/keys.js';
import { DRAWING } from './drawing-space.js';
import type { ConstellationRenderer } from './drawing/constellation-renderer.js';

export interface Expansion {
  isExpanded: boolean;
  toggle: () => void;
}

/** Returns whether the constellation fills the window below the navigation. Escape shrinks it. */
export function useExpansion(): Expansion {
  const [isExpanded, setExpanded] = useState(false);
  const toggle = useCallback(() => setExpanded((wasExpanded) => !wasExpanded), []);
  useEffect(() => {
    if (!isExpanded) return undefined;
    const page = document.documentElement;
    page.classList.add('is-covered');
    // An overlay above the constellation handles Escape first and prevents the default.
    const closeOnEscape = (event: KeyboardEvent) => {
      if (keyOf(event) === 'Escape' && !event.defaultPrevented) toggle();
    };
    window.addEventListener('keydown', closeOnEscape);
    return () => {
      page.classList.remove('is-covered');
      window.removeEventListener('keydown', closeOnEscape);
    };
  }, [isExpanded, toggle]);
  return { isExpanded, toggle };
}

/** Allows a deeper zoom while expanded. Shrinking restores the earlier view. */
export function useExpandedZoom(renderer: ConstellationRenderer | undefined, isExpanded: boolean): void {
  // A layout effect ends before the renderer stops.
  useLayoutEffect(() => {
    if (!renderer || !isExpanded) return undefined;
    const savedView = renderer.camera.view;
    renderer.camera.setMaxZoom(DRAWING.maxExpandedZoom);
    return () => {
      renderer.camera.setMaxZoom(DRAWING.maxZoom);
      renderer.camera.setView(savedView);
    };
  }, [renderer, isExpanded]);
}
