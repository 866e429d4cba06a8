import { Fleet } from '../load/fleet.js';
import type { System } from '../systems/system.js';
import type { Findings } from './scenario.js';

export interface Missed {
  members: number;
  messages: number;
  perSecond: number;
}

const CATCH_UP_LIMIT_MS = 5_000;
const MAX_QUERIES = 20;
const SENDERS = 5;
const LISTED_STATEMENTS = 6;

/** Disconnects members, sends messages, and reconnects all members at the same time. */
export async function measureMissed(system: System, plan: Missed): Promise<Findings> {
  const target = { system: system.name, url: system.server.url };
  const fleet = new Fleet();
  try {
    const members = await system.populate({
      channels: 1,
      receivers: SENDERS + plan.members,
      senders: SENDERS,
    });
    await fleet.connect(target, members);
    await fleet.terminate(members.slice(SENDERS).map(({ id }) => id));
    const { acknowledged } = await fleet.send(
      { everyMs: (1_000 * SENDERS) / plan.perSecond },
      (plan.messages / plan.perSecond) * 1_000,
    );
    const before = await system.server.queries();
    const reconnected = await fleet.reconnect(0);
    const after = await system.server.queries();
    const incomplete = await fleet.countIncomplete(acknowledged);
    const statements = Object.entries(after)
      .map(([text, count]) => ({ text, count: count - (before[text] ?? 0) }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count);
    const queries = statements.reduce((sum, { count }) => sum + count, 0);
    return {
      title: `${plan.members} members reconnect after missing ${acknowledged} messages`,
      table: [
        ['queries', 'statement'],
        ...statements
          .slice(0, LISTED_STATEMENTS)
          .map(({ text, count }) => [String(count), text.slice(0, 100)]),
      ],
      verdicts: [
        {
          criterion: `${plan.members} members catch up on ${plan.messages} messages within ${CATCH_UP_LIMIT_MS / 1_000} s`,
          measured: `${(reconnected.tookMs / 1_000).toFixed(1)} s, ${reconnected.failed} failed, ${incomplete} incomplete`,
          isMet: reconnected.tookMs <= CATCH_UP_LIMIT_MS && reconnected.failed === 0 && incomplete === 0,
        },
        {
          criterion: `catching up needs at most ${MAX_QUERIES} queries`,
          measured: `${queries} queries`,
          isMet: queries <= MAX_QUERIES,
        },
      ],
      raw: { ...reconnected, incomplete, queries, statements },
    };
  } finally {
    await fleet.disconnect();
    fleet.stop();
  }
}
