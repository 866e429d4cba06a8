import { Fleet } from '../load/fleet.js';
import type { System } from '../systems/system.js';
import type { Findings } from './scenario.js';

/** Members who were away while much was said. */
export interface Missed {
  members: number;
  /** Messages that they miss, at this rate a second. */
  messages: number;
  perSecond: number;
}

const WHOLE_MS = 5_000;
const MOST_QUERIES = 20;
const SENDERS = 5;
/** Statements that are told one by one. */
const TOLD = 6;

/** Cuts members off, lets the others talk, and lets all come back at the same moment. */
export async function missed(system: System, plan: Missed): Promise<Findings> {
  const target = { system: system.name, url: system.server.url };
  const fleet = new Fleet();
  try {
    const members = await system.populate({
      channels: 1,
      receivers: SENDERS + plan.members,
      senders: SENDERS,
    });
    await fleet.connect(target, members);
    await fleet.cut(members.slice(SENDERS).map(({ id }) => id));
    const { acknowledged } = await fleet.send(
      { everyMs: (1_000 * SENDERS) / plan.perSecond },
      (plan.messages / plan.perSecond) * 1_000,
    );
    const before = await system.server.queries();
    const back = await fleet.comeBack(0);
    const after = await system.server.queries();
    const incomplete = await fleet.incomplete(acknowledged);
    const statements = Object.entries(after)
      .map(([text, count]) => ({ text, count: count - (before[text] ?? 0) }))
      .filter(({ count }) => count > 0)
      .toSorted((one, other) => other.count - one.count);
    const queries = statements.reduce((sum, { count }) => sum + count, 0);
    return {
      title: `${plan.members} members come back who missed ${acknowledged} messages`,
      table: [
        ['queries', 'statement'],
        ...statements.slice(0, TOLD).map(({ text, count }) => [String(count), text.slice(0, 100)]),
      ],
      verdicts: [
        {
          criterion: `${plan.members} who missed ${plan.messages} messages are whole within ${WHOLE_MS / 1_000} s`,
          measured: `${(back.tookMs / 1_000).toFixed(1)} s, ${back.failed} failed, ${incomplete} not whole`,
          holds: back.tookMs <= WHOLE_MS && back.failed === 0 && incomplete === 0,
        },
        {
          criterion: `with at most ${MOST_QUERIES} queries in all`,
          measured: `${queries} queries`,
          holds: queries <= MOST_QUERIES,
        },
      ],
      raw: { ...back, incomplete, queries, statements },
    };
  } finally {
    await fleet.leave();
    fleet.end();
  }
}
