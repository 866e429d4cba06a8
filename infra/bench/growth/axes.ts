import type { DedicatedTestStack } from '@oniverse/testing';
import type { Findings, Verdict } from '../live/scenarios/scenario.js';
import { assignMembers } from '../live/systems/assign-members.js';
import { insertPopulation } from '../live/systems/oniverse.js';
import { Backends } from './backends.js';
import { measureSending, type Sending, type SendingCost } from './sending.js';

/** The cost of a message may grow by so much from the first to the last. */
export const ALLOWED_GROWTH = 1.2;

export interface ChannelsPlan extends Sending {
  channels: readonly number[];
}

export interface BackendsPlan extends Sending {
  backends: readonly number[];
  channels: number;
}

/** Measures messages with more and more open channels, of one member each. */
export async function* measureChannels(
  stack: DedicatedTestStack,
  plan: ChannelsPlan,
): AsyncGenerator<Findings> {
  const costs: SendingCost[] = [];
  for (const channels of plan.channels) costs.push(await measureOne(stack, 1, channels, plan));
  yield findingsOf('Messages over more and more channels, each open in one browser', {
    axis: 'open channels',
    steps: plan.channels,
    costs,
  });
}

/** How load changes with the number of backends. */
const VARIANTS = [
  { title: 'the same channels, open on all backends', grows: false, areTogether: false },
  { title: 'as many channels for each backend, open on all backends', grows: true, areTogether: false },
  { title: 'as many channels for each backend, each open on one backend', grows: true, areTogether: true },
];

/**
 * Measures messages with more and more backends: with the same load, and with as much for each backend. In the last variant
 * no other backend has the channel of a message open, so what grows there is not the cost of reaching them.
 */
export async function* measureBackends(
  stack: DedicatedTestStack,
  plan: BackendsPlan,
): AsyncGenerator<Findings> {
  const { backends, channels, inFlight } = plan;
  for (const { title, grows, areTogether } of VARIANTS) {
    const costs: SendingCost[] = [];
    for (const count of backends) {
      const times = grows ? count : 1;
      costs.push(
        await measureOne(stack, count, channels * times, {
          ...plan,
          inFlight: inFlight * times,
          areTogether,
        }),
      );
    }
    yield findingsOf(`Messages on more and more backends, ${title}`, {
      axis: 'backends',
      steps: backends,
      costs,
    });
  }
}

async function measureOne(
  stack: DedicatedTestStack,
  count: number,
  channels: number,
  plan: Sending,
): Promise<SendingCost> {
  const population = { channels, receivers: plan.receivers, senders: 1 };
  const { sessionIds, channelIds } = await insertPopulation(stack, population);
  const members = assignMembers(population, channelIds, (id) => sessionIds[id] ?? '');
  const backends = await Backends.start(stack, count);
  try {
    return await measureSending(backends, members, plan);
  } finally {
    await backends.stop();
  }
}

function findingsOf(
  title: string,
  { axis, steps, costs }: { axis: string; steps: readonly number[]; costs: readonly SendingCost[] },
): Findings {
  const first = costs[0];
  const faults = costs.reduce((sum, cost) => sum + cost.faults, 0);
  return {
    title: `${title}: CPU seconds of all processes for 100,000 messages`,
    table: [
      [
        axis,
        'CPU s',
        'ratio',
        'of it PostgreSQL, Redis',
        'idle, CPU s a second',
        'with idle',
        'p50 ms',
        'p99 ms',
        'faults',
      ],
      ...costs.map((cost, index) => [
        String(steps[index]),
        cost.cpu.toFixed(1),
        (cost.cpu / (first?.cpu ?? 1)).toFixed(2),
        cost.services.toFixed(1),
        cost.idle.toFixed(3),
        cost.withIdle.toFixed(1),
        cost.p50.toFixed(1),
        cost.p99.toFixed(1),
        String(cost.faults),
      ]),
    ],
    verdicts: [
      growthVerdict(
        `a message costs at most ${ALLOWED_GROWTH} times as much with ${steps.at(-1)} ${axis} as with ${steps[0]}`,
        costs.map(({ cpu }) => cpu),
      ),
      {
        criterion: 'no message is lost, duplicated or out of order',
        measured: `${faults} faults`,
        isMet: faults === 0,
      },
    ],
    raw: costs.map((cost, index) => ({ [axis]: steps[index], ...cost })),
  };
}

export function growthVerdict(criterion: string, costs: readonly number[]): Verdict {
  const ratio = (costs.at(-1) ?? 0) / (costs[0] ?? 1);
  return { criterion, measured: `${ratio.toFixed(2)} times`, isMet: ratio <= ALLOWED_GROWTH };
}
