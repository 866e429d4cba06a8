import type { ConstellationChange } from '@oniverse/contracts';
import type { NodeRow } from './constellation.repository.js';

/**
 * What is told of one member's node and links.
 * @param node null where nothing is told of it, undefined where it is gone, and its links with it
 * @param links by the id of the other, the tags that are shared; undefined where there is no link any more
 * @returns undefined where there is nothing to tell
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

/** Returns the members whose links a change is about. */
export const endsOf = ({ connections, removed }: ConstellationChange): string[] => [
  ...new Set([
    ...connections.flatMap(({ fromUserId, toUserId }) => [fromUserId, toUserId]),
    ...removed.pairs.flat(),
  ]),
];
