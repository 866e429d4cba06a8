import type { Visibility } from './filter.js';
import { at, type Graph } from './graph.js';

/** Returns visible nodes, the member's own first, then by degree. */
export function listNodes({ nodes, degrees, own }: Graph, visibility: Visibility): number[] {
  return [...nodes.keys()]
    .filter((node) => visibility.nodes[node] === 1)
    .toSorted((a, b) => Number(b === own) - Number(a === own) || at(degrees, b) - at(degrees, a));
}

/** Returns nodes whose Oni ID or name contains a text; those whose Oni ID begins with it come first. */
export function findNodes({ nodes, degrees }: Graph, text: string): number[] {
  const query = text.trim().toLowerCase().replace(/^@/u, '');
  if (query === '') return [];
  const startsWith = (node: number) => nodes[node]?.username.startsWith(query) ?? false;
  return [...nodes.keys()]
    .filter((node) => {
      const { username = '', displayName } = nodes[node] ?? {};
      return username.includes(query) || displayName?.toLowerCase().includes(query);
    })
    .toSorted((a, b) => Number(startsWith(b)) - Number(startsWith(a)) || at(degrees, b) - at(degrees, a));
}
