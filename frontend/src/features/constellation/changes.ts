import { type Constellation, CONSTELLATION, type ConstellationChange } from '@oniverse/contracts';
import { pairOf } from './graph.js';

/**
 * The constellation after a change that the server told. What belongs to members who are not in it is left out: they
 * are past the limit, and the next fetch decides who is in.
 */
export function applyChange(held: Constellation, change: ConstellationChange): Constellation {
  const gone = new Set(change.removed.userIds);
  const users = new Map(held.users.filter(keeps(gone)).map((user) => [user.id, user]));
  for (const user of change.users) {
    const known = users.get(user.id);
    if (known) users.set(user.id, { ...known, ...user });
    else if (users.size < CONSTELLATION.nodes) users.set(user.id, { ...user, isCurrentUser: false });
  }
  const links = new Map(held.connections.map((link) => [pairOf(link), link]));
  for (const [fromUserId = '', toUserId = ''] of change.removed.pairs) {
    links.delete(pairOf({ fromUserId, toUserId }));
  }
  for (const link of change.connections) links.set(pairOf(link), link);
  return {
    users: [...users.values()],
    connections: [...links.values()].filter(
      ({ fromUserId, toUserId }) => users.has(fromUserId) && users.has(toUserId),
    ),
  };
}

/** The member's own node stays, even once it is nobody else's to see. */
const keeps = (gone: ReadonlySet<string>) => (user: Constellation['users'][number]) =>
  user.isCurrentUser || !gone.has(user.id);
