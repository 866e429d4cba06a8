import type { Constellation, ConstellationTotals } from '@oniverse/contracts';
import type { LinkRow, NodeRow } from './constellation.repository.js';

export function constellationView(
  userId: string,
  nodes: readonly NodeRow[],
  links: readonly LinkRow[],
  totals: ConstellationTotals | undefined,
): Constellation {
  return {
    users: nodes.map((node) => ({
      id: node.id,
      username: node.username,
      displayName: node.display_name,
      isCurrentUser: node.id === userId,
    })),
    connections: links.map((link) => ({
      fromUserId: link.from_user_id,
      toUserId: link.to_user_id,
      strength: link.strength,
      sharedTags: link.shared_tags,
    })),
    ...(totals && { totals }),
  };
}
