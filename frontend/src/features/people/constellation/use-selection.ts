import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { isolated, memberName } from '../../../ui/member-name.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import type { Graph } from './graph.js';

export interface Selection {
  /** Index of the selected node, or -1. */
  index: number;
  select: (node: number) => void;
  lostMessage: string | undefined;
}

/** @param node the member id in the URL, which follows the selection with a delay */
export function useSelection(graph: Graph | undefined, node: string | undefined): Selection {
  const navigate = useNavigate();
  const [id, setId] = useState(node);
  const [urlNode, setUrlNode] = useState(node);
  if (urlNode !== node) {
    setUrlNode(node);
    // The URL may lag behind.
    if (id === urlNode) setId(node);
  }
  const index = (id !== undefined ? graph?.indexById.get(id) : undefined) ?? -1;
  const member = graph?.nodes[index];
  const name = member && isolated(memberName(member));
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
        search: ({ around, from, to }) => ({
          ...(around !== undefined && { around }),
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
          ...(next && { node: next }),
        }),
        replace: true,
        resetScroll: false,
      });
    },
    [graph, navigate],
  );
  const isLost = graph !== undefined && id !== undefined && index < 0;
  return {
    index,
    select,
    lostMessage: isLost
      ? CONSTELLATION_TEXTS.details.missing(last?.id === id ? last.name : undefined)
      : undefined,
  };
}
