import type { Visibility } from './filter.js';
import { at, type Graph } from './graph.js';

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Returns visible nodes, the member's own first, then by Oni ID. */
export function listNodes({ nodes, own }: Graph, visibility: Visibility): number[] {
  return [...nodes.keys()]
    .filter((node) => visibility.nodes[node] === 1)
    .toSorted(
      (a, b) =>
        Number(b === own) - Number(a === own) ||
        compareTexts(nodes[a]?.username ?? '', nodes[b]?.username ?? ''),
    );
}

/** Returns nodes whose Oni ID or name contains a text; the one whose Oni ID it is comes first, then those that begin with it. */
export function findNodes({ nodes, degrees }: Graph, text: string): number[] {
  const query = text.trim().toLowerCase().replace(/^@/u, '');
  if (query === '') return [];
  const rankOf = (node: number): number => {
    const { username = '' } = nodes[node] ?? {};
    return Number(username.startsWith(query)) + Number(username === query);
  };
  return [...nodes.keys()]
    .filter((node) => {
      const { username = '', displayName } = nodes[node] ?? {};
      return username.includes(query) || displayName?.toLowerCase().includes(query);
    })
    .toSorted((a, b) => rankOf(b) - rankOf(a) || at(degrees, b) - at(degrees, a));
}
