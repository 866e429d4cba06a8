import type { ConstellationChange } from '@oniverse/contracts';
import type { LinkNow, NodeRow } from './constellation.repository.js';

/**
 * What is told of one member's node and links.
 * @param node null where nothing is told of it, undefined where it is gone, and its links with it
 * @returns undefined where there is nothing to tell
 */
export function changeOf(
  userId: string,
  node: NodeRow | null | undefined,
  links: readonly LinkNow[],
): ConstellationChange | undefined {
  const change: ConstellationChange = { users: [], connections: [], removed: { userIds: [], pairs: [] } };
  if (node === undefined) change.removed.userIds.push(userId);
  else if (node) {
    change.users.push({ id: node.id, username: node.username, displayName: node.display_name });
  }
  for (const { other_id: otherId, shared_tags: sharedTags } of links) {
    const [fromUserId, toUserId] = userId < otherId ? [userId, otherId] : [otherId, userId];
    if (sharedTags === null) change.removed.pairs.push([fromUserId, toUserId]);
    else change.connections.push({ fromUserId, toUserId, strength: sharedTags.length, sharedTags });
  }
  const isEmpty = node === null && links.length === 0;
  return isEmpty ? undefined : change;
}
