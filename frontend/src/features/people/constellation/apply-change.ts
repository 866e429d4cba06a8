import type { Constellation, ConstellationChange } from '@oniverse/contracts';
import { linkKey } from './graph.js';

/** Once `limit` nodes are reached, drops new members and their links until the next fetch. */
export function applyChange(
  current: Constellation,
  change: ConstellationChange,
  limit: number,
): Constellation {
  const removedIds = new Set(change.removed.userIds);
  const users = new Map(current.users.filter(isKept(removedIds)).map((user) => [user.id, user]));
  for (const user of change.users) {
    const known = users.get(user.id);
    if (known) users.set(user.id, { ...known, ...user });
    else if (users.size < limit) users.set(user.id, { ...user, isCurrentUser: false });
  }
  const links = new Map(current.connections.map((link) => [linkKey(link), link]));
  for (const [fromUserId = '', toUserId = ''] of change.removed.pairs) {
    links.delete(linkKey({ fromUserId, toUserId }));
  }
  for (const link of change.connections) links.set(linkKey(link), link);
  return {
    ...current,
    users: [...users.values()],
    connections: [...links.values()].filter(
      ({ fromUserId, toUserId }) => users.has(fromUserId) && users.has(toUserId),
    ),
  };
}

/** Keeps the member's own node, even if it is removed for everybody else. */
const isKept = (removedIds: ReadonlySet<string>) => (user: Constellation['users'][number]) =>
  user.isCurrentUser || !removedIds.has(user.id);

/** Returns whether a change removes a member or a link of a path. */
export const isBroken = (path: Constellation, { removed }: ConstellationChange): boolean =>
  path.users.some(({ id }) => removed.userIds.includes(id)) ||
  path.connections.some(({ fromUserId, toUserId }) =>
    removed.pairs.some(([from, to]) => from === fromUserId && to === toUserId),
  );
