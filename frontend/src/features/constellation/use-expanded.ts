import { useCallback, useEffect, useState } from 'react';
import { DRAWING } from './drawing-space.js';
import type { ConstellationRenderer } from './drawing/constellation-renderer.js';
import type { View } from './view.js';

export interface Expansion {
  isExpanded: boolean;
  toggle: () => void;
}

/** Fills the window below the navigation, with a deeper zoom. Shrinking restores the earlier view. */
export function useExpanded(renderer: ConstellationRenderer | undefined): Expansion {
  const [savedView, setBefore] = useState<View>();
  const isExpanded = savedView !== undefined;
  const toggle = useCallback(() => {
    if (!renderer) return;
    renderer.setMaxZoom(savedView ? DRAWING.maxZoom : DRAWING.maxExpandedZoom);
    if (savedView) renderer.setView(savedView);
    setBefore(savedView ? undefined : renderer.view);
  }, [renderer, savedView]);
  useEffect(() => {
    if (!isExpanded) return undefined;
    const page = document.documentElement;
    page.classList.add('is-covered');
    // An overlay above the constellation handles Escape first and prevents the default.
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) toggle();
    };
    window.addEventListener('keydown', closeOnEscape);
    return () => {
      page.classList.remove('is-covered');
      window.removeEventListener('keydown', closeOnEscape);
    };
  }, [isExpanded, toggle]);
  return { isExpanded, toggle };
}
