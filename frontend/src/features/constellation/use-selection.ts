import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import type { Graph } from './graph.js';

/** Who is selected, and how another is. */
export interface Selection {
  /** The place of the selected node, or -1. */
  place: number;
  select: (node: number) => void;
  /** What became of the selection, where its node is not on the chart. */
  lost: string | undefined;
}

/**
 * Keeps who is selected: at once on the page, and in the address too. A selection ends with a word where its node
 * leaves the chart.
 * @param node the id that the address names
 */
export function useSelection(graph: Graph | undefined, node: string | undefined): Selection {
  const navigate = useNavigate();
  const [id, setId] = useState(node);
  const [addressed, setAddressed] = useState(node);
  if (addressed !== node) {
    setAddressed(node);
    // What comes back is what was sent: who was selected since then stays.
    if (id === addressed) setId(node);
  }
  const place = (id !== undefined ? graph?.placeOf.get(id) : undefined) ?? -1;
  const name = graph?.nodes[place]?.username;
  const [last, setLast] = useState<{ id: string; name: string }>();
  if (id !== undefined && name !== undefined && (last?.id !== id || last.name !== name)) {
    setLast({ id, name });
  }
  const select = useCallback(
    (chosen: number) => {
      const next = graph?.nodes[chosen]?.id;
      setId(next);
      void navigate({
        to: '/constellation',
        search: ({ around }) => ({ ...(around !== undefined && { around }), ...(next && { node: next }) }),
        replace: true,
        resetScroll: false,
      });
    },
    [graph, navigate],
  );
  const isLost = graph !== undefined && id !== undefined && place < 0;
  return {
    place,
    select,
    lost: isLost ? CONSTELLATION_TEXTS.details.lost(last?.id === id ? last.name : undefined) : undefined,
  };
}
