import { PATH } from '@oniverse/contracts';

/** A member one link away from a member `near_id`. */
interface Reached {
  id: string;
  near_id: string;
}

interface PathQuery {
  from: string;
  to: string;
  /** Members between the ends that the path must not use. */
  avoided: ReadonlySet<string>;
  /** Whether the link between the two ends is a path. */
  allowsDirect: boolean;
}

/** One of the two searches: its outermost members, and each reached member's next member towards the end. */
interface Side {
  frontier: readonly string[];
  towardsEnd: Map<string, string | undefined>;
}

const sideOf = (end: string): Side => ({ frontier: [end], towardsEnd: new Map([[end, undefined]]) });

/** Returns the members from `start` to the end of the side, both included. */
function trail({ towardsEnd }: Side, start: string): string[] {
  const ids: string[] = [];
  for (let id: string | undefined = start; id !== undefined; id = towardsEnd.get(id)) ids.push(id);
  return ids;
}

/**
 * Returns the members of a shortest path in order, or undefined. Searches from both ends, one link at a time from the
 * end that has reached fewer members; so the first common member is on a shortest path.
 * @param reach returns the members one link away, strongest links first
 */
export async function searchPath(
  { from, to, avoided, allowsDirect }: PathQuery,
  reach: (members: readonly string[]) => Promise<readonly Reached[]>,
): Promise<string[] | undefined> {
  const [start, end] = [sideOf(from), sideOf(to)];
  const isEnd = (id: string): boolean => id === from || id === to;
  for (let links = 1; links <= PATH.links; links += 1) {
    const side = end.frontier.length < start.frontier.length ? end : start;
    const other = side === start ? end : start;
    if (side.frontier.length === 0) return undefined;
    const reached = (await reach(side.frontier)).filter(
      ({ id, near_id: near }) =>
        !side.towardsEnd.has(id) && !avoided.has(id) && (allowsDirect || !isEnd(id) || !isEnd(near)),
    );
    for (const { id, near_id: nearId } of reached) side.towardsEnd.set(id, nearId);
    const meeting = reached.find(({ id }) => other.towardsEnd.has(id));
    if (meeting) return [...trail(start, meeting.id).toReversed(), ...trail(end, meeting.id).slice(1)];
    side.frontier = reached.map(({ id }) => id);
  }
  return undefined;
}
