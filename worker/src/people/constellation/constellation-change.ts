import type { ConstellationChange } from '@oniverse/contracts';
import type { NodeRow } from './constellation.repository.js';

/**
 * Returns the published form of changes to a member's node and links; undefined if nothing changed.
 * @param node null if the node is unchanged, undefined if it is gone, and its links with it
 * @param links the shared tags by the id of the other end; undefined for a deleted link
 */
export function changeOf(
  userId: string,
  node: NodeRow | null | undefined,
  links: ReadonlyMap<string, readonly string[] | undefined>,
): ConstellationChange | undefined {
  const change: ConstellationChange = { users: [], connections: [], removed: { userIds: [], pairs: [] } };
  if (node === undefined) change.removed.userIds.push(userId);
  else if (node) {
    change.users.push({ id: node.id, username: node.username, displayName: node.display_name });
  }
  for (const [otherId, sharedTags] of links) {
    const [fromUserId, toUserId] = userId < otherId ? [userId, otherId] : [otherId, userId];
    if (sharedTags === undefined) change.removed.pairs.push([fromUserId, toUserId]);
    else
      change.connections.push({
        fromUserId,
        toUserId,
        strength: sharedTags.length,
        sharedTags: [...sharedTags],
      });
  }
  const isEmpty = node === null && links.size === 0;
  return isEmpty ? undefined : change;
}

/** Returns the ends of all links in a change. */
export const endsOf = ({ connections, removed }: ConstellationChange): string[] => [
  ...new Set([
    ...connections.flatMap(({ fromUserId, toUserId }) => [fromUserId, toUserId]),
    ...removed.pairs.flat(),
  ]),
];

/** Returns the members that a change names. */
export const namedIn = (change: ConstellationChange): string[] => [
  ...new Set([...change.users.map(({ id }) => id), ...change.removed.userIds, ...endsOf(change)]),
];
