import { Fleet } from '../load/fleet.js';
import type { System } from '../systems/system.js';
import { countFaults, measurePhase } from './phase.js';
import type { Findings } from './scenario.js';

/** Many lose their connection at once, while others go on talking. */
export interface Cut {
  members: number;
  /** Members of the channel that goes on, and its messages a second. */
  others: number;
  perSecond: number;
  /** They come back within this time, each at a moment of its own, in milliseconds. */
  comeBackWithinMs: number;
  forMs: number;
}

const BACK_MS = 15_000;
const P99_MS = 1_000;
const SENDERS = 5;

/** Cuts them, lets them come back, and looks at both sides. */
export async function cut(systems: readonly System[], plan: Cut): Promise<Findings> {
  const results = [];
  for (const system of systems) results.push({ name: system.name, ...(await cutOne(system, plan)) });
  const [ours] = results;
  const faults = ours ? countFaults(ours.others.faults) : 0;
  return {
    title: `${plan.members} cut at once, ${plan.others} go on at ${plan.perSecond} messages a second`,
    table: [
      ['system', 'all back after s', 'failed handshakes', "others' p50 ms", 'p99 ms', 'faults'],
      ...results.map(({ name, back, others }) => [
        name,
        (back.tookMs / 1_000).toFixed(1),
        String(back.failed),
        others.p50.toFixed(1),
        others.p99.toFixed(1),
        String(countFaults(others.faults)),
      ]),
    ],
    verdicts: ours
      ? [
          {
            criterion: `${plan.members} cut at once are back within ${BACK_MS / 1_000} s, no handshake failed`,
            measured: `${(ours.back.tookMs / 1_000).toFixed(1)} s, ${ours.back.failed} failed`,
            holds: ours.back.tookMs <= BACK_MS && ours.back.failed === 0,
          },
          {
            criterion: `meanwhile the others' p99 is under ${P99_MS / 1_000} s and nothing goes wrong`,
            measured: `${ours.others.p99.toFixed(0)} ms, ${faults} faults`,
            holds: ours.others.p99 < P99_MS && faults === 0,
          },
        ]
      : [],
    raw: results,
  };
}

async function cutOne(system: System, plan: Cut) {
  const target = { system: system.name, url: system.server.url };
  const fleet = new Fleet();
  try {
    const stay = await system.populate({ channels: 1, receivers: plan.others, senders: SENDERS });
    const lose = (await system.populate({ channels: 1, receivers: plan.members, senders: 0 })).map(
      (member) => ({
        ...member,
        id: member.id + plan.others,
      }),
    );
    await fleet.connect(target, [...stay, ...lose]);
    const everyMs = (1_000 * SENDERS) / plan.perSecond;
    const talk = measurePhase(system, fleet, plan.others, { everyMs }, plan.forMs);
    await fleet.cut(lose.map(({ id }) => id));
    const back = await fleet.comeBack(plan.comeBackWithinMs);
    return { back, others: await talk };
  } finally {
    await fleet.leave();
    fleet.end();
  }
}
