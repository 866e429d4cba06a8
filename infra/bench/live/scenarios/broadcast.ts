import { join } from 'node:path';
import type { Pace } from '../load/commands.js';
import { Fleet } from '../load/fleet.js';
import type { System } from '../systems/system.js';
import { countFaults, measurePhase, type Phase, totalCpu } from './phase.js';
import type { Findings, Verdict } from './scenario.js';

/** One or more channels, in which senders speak to all who have them open. */
export interface Broadcast {
  title: string;
  channels: number;
  receivers: number;
  senders: number;
  /** Messages that each sender keeps under way; several are tried. */
  windows: readonly number[];
  /** A modest rate, in messages a second over all channels. */
  steadyPerSecond: number;
  saturateMs: number;
  steadyMs: number;
  /** How much of the reference's CPU a delivery may cost; what is left out is not judged. */
  allowed: { saturated?: number; steady?: number };
}

interface Comparison {
  pace: string;
  phases: Record<string, Phase>;
  ratio: number;
}

const digits = (value: number, places: number): string => value.toFixed(places);

/**
 * Measures both systems, one after the other, with the same windows and rates.
 * @param profileDir where profiles of the first system's server go; none are made where it is left out
 */
export async function broadcast(
  systems: readonly [System, System],
  plan: Broadcast,
  profileDir?: string,
): Promise<Findings> {
  const comparisons: Comparison[] = [];
  const compare = (pace: string, name: string, phase: Phase): void => {
    const known = comparisons.find((comparison) => comparison.pace === pace);
    if (known) {
      known.phases[name] = phase;
      const [ours, theirs] = Object.values(known.phases);
      if (ours && theirs) known.ratio = totalCpu(ours) / totalCpu(theirs);
    } else {
      comparisons.push({ pace, phases: { [name]: phase }, ratio: Number.NaN });
    }
  };

  for (const system of systems) {
    const fleet = new Fleet();
    const run = async (name: string, pace: Pace, forMs: number): Promise<void> => {
      const isProfiled = profileDir !== undefined && system === systems[0];
      if (isProfiled) await system.server.startProfile();
      compare(name, system.name, await measurePhase(system, fleet, plan.receivers, pace, forMs));
      if (!isProfiled) return;
      const file = `${plan.channels}x${plan.receivers} ${name}.cpuprofile`.replaceAll(/[ ,]+/g, '-');
      await system.server.stopProfile(join(profileDir, file));
    };
    try {
      const members = await system.populate(plan);
      await fleet.connect({ system: system.name, url: system.server.url }, members);
      // Warm: the code compiled, the connections open, the announcements of who came over.
      const warmUp = { window: plan.windows[0] ?? 1 };
      await measurePhase(system, fleet, plan.receivers, warmUp, Math.min(3_000, plan.saturateMs));
      for (const window of plan.windows)
        await run(`saturated, window ${window}`, { window }, plan.saturateMs);
      const everyMs = (1_000 * plan.channels * plan.senders) / plan.steadyPerSecond;
      await run(`steady, ${plan.steadyPerSecond} a second`, { everyMs }, plan.steadyMs);
    } finally {
      await fleet.leave();
      fleet.end();
    }
  }
  return {
    title: plan.title,
    table: tableOf(comparisons),
    verdicts: verdictsOf(plan, comparisons),
    raw: comparisons,
  };
}

function tableOf(comparisons: readonly Comparison[]): string[][] {
  const head = [
    'pace',
    'system',
    'deliveries/s',
    'server CPU',
    'services',
    'total',
    'p50 ms',
    'p99 ms',
    'faults',
  ];
  const rows = comparisons.flatMap(({ pace, phases, ratio }) =>
    Object.entries(phases).map(([name, phase], place) => [
      place === 0 ? pace : '',
      name,
      digits(phase.perSecond, 0),
      digits(phase.serverCpu, 3),
      digits(phase.servicesCpu, 3),
      digits(totalCpu(phase), 3),
      digits(phase.p50, 1),
      digits(phase.p99, 1),
      String(countFaults(phase.faults)),
      place === 0 ? digits(ratio, 2) : '',
    ]),
  );
  return [[...head, 'ratio'], ...rows];
}

function verdictsOf({ title, allowed }: Broadcast, comparisons: readonly Comparison[]): Verdict[] {
  const judged = (pace: string, limit: number | undefined): Verdict[] => {
    if (limit === undefined) return [];
    const ratios = comparisons.filter((one) => one.pace.startsWith(pace)).map(({ ratio }) => ratio);
    // Of several windows the one that suits worst.
    const worst = Math.max(...ratios);
    return [
      {
        criterion: `${title}, ${pace}: CPU a delivery at most ${digits(limit, 2)} of bare socket.io's`,
        measured: ratios.map((ratio) => digits(ratio, 2)).join(', '),
        holds: worst <= limit,
      },
    ];
  };
  const faults = comparisons
    .flatMap(({ phases }) => Object.values(phases))
    .map((phase) => countFaults(phase.faults));
  const total = faults.reduce((sum, count) => sum + count, 0);
  return [
    ...judged('saturated', allowed.saturated),
    ...judged('steady', allowed.steady),
    {
      criterion: `${title}: no loss, duplicate or disorder`,
      measured: `${total} faults`,
      holds: total === 0,
    },
  ];
}
