import { join } from 'node:path';
import type { Pace } from '../load/commands.js';
import { Fleet } from '../load/fleet.js';
import type { System } from '../systems/system.js';
import { countFaults, measurePhase, type Phase, totalCpu } from './phase.js';
import type { Findings, Verdict } from './scenario.js';

export interface Broadcast {
  title: string;
  channels: number;
  receivers: number;
  senders: number;
  isPrivate?: boolean;
  /** Messages in flight per sender; each window is measured. */
  windows: readonly number[];
  /** A moderate rate in messages per second over all channels. */
  steadyPerSecond: number;
  saturateMs: number;
  steadyMs: number;
  /** Limits for CPU time per delivery relative to the reference; without a limit there is no verdict. */
  allowed: { saturated?: number; steady?: number };
}

interface Comparison {
  pace: string;
  phases: Record<string, Phase>;
  ratio: number;
}

const toFixed = (value: number, places: number): string => value.toFixed(places);

/** @param profileDir directory for CPU profiles of the first system's server; without it, none are made */
export async function measureBroadcast(
  systems: readonly [System, System],
  plan: Broadcast,
  profileDir?: string,
): Promise<Findings> {
  const comparisons: Comparison[] = [];
  const addPhase = (pace: string, name: string, phase: Phase): void => {
    const existing = comparisons.find((comparison) => comparison.pace === pace);
    if (existing) {
      existing.phases[name] = phase;
      const [ours, theirs] = Object.values(existing.phases);
      if (ours && theirs) existing.ratio = totalCpu(ours) / totalCpu(theirs);
    } else {
      comparisons.push({ pace, phases: { [name]: phase }, ratio: Number.NaN });
    }
  };

  for (const system of systems) {
    const fleet = new Fleet();
    const measure = async (name: string, pace: Pace, forMs: number): Promise<void> => {
      const isProfiled = profileDir !== undefined && system === systems[0];
      if (isProfiled) await system.server.startProfile();
      addPhase(name, system.name, await measurePhase(system, fleet, plan.receivers, pace, forMs));
      if (!isProfiled) return;
      const file = `${plan.channels}x${plan.receivers} ${name}.cpuprofile`.replaceAll(/[ ,]+/g, '-');
      await system.server.stopProfile(join(profileDir, file));
    };
    try {
      const members = await system.populate(plan);
      await fleet.connect({ system: system.name, url: system.server.url }, members);
      // Warm-up: code is compiled, connections are open, and presence has been announced.
      const warmUp = { window: plan.windows[0] ?? 1 };
      await measurePhase(system, fleet, plan.receivers, warmUp, Math.min(3_000, plan.saturateMs));
      for (const window of plan.windows)
        await measure(`saturated, window ${window}`, { window }, plan.saturateMs);
      const everyMs = (1_000 * plan.channels * plan.senders) / plan.steadyPerSecond;
      await measure(`steady, ${plan.steadyPerSecond} per second`, { everyMs }, plan.steadyMs);
    } finally {
      await fleet.disconnect();
      fleet.stop();
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
  const header = [
    'pace',
    'system',
    'deliveries/s',
    'server CPU s',
    'services CPU s',
    'total CPU s',
    'p50 ms',
    'p99 ms',
    'faults',
  ];
  const rows = comparisons.flatMap(({ pace, phases, ratio }) =>
    Object.entries(phases).map(([name, phase], place) => [
      place === 0 ? pace : '',
      name,
      toFixed(phase.perSecond, 0),
      toFixed(phase.serverCpu, 3),
      toFixed(phase.servicesCpu, 3),
      toFixed(totalCpu(phase), 3),
      toFixed(phase.p50, 1),
      toFixed(phase.p99, 1),
      String(countFaults(phase.faults)),
      place === 0 ? toFixed(ratio, 2) : '',
    ]),
  );
  return [[...header, 'ratio'], ...rows];
}

function verdictsOf({ title, allowed }: Broadcast, comparisons: readonly Comparison[]): Verdict[] {
  const verdictFor = (pace: string, limit: number | undefined): Verdict[] => {
    if (limit === undefined) return [];
    const ratios = comparisons
      .filter((comparison) => comparison.pace.startsWith(pace))
      .map(({ ratio }) => ratio);
    const worst = Math.max(...ratios);
    return [
      {
        criterion: `${title}, ${pace}: CPU time per delivery at most ${toFixed(limit, 2)} times that of bare socket.io`,
        measured: ratios.map((ratio) => toFixed(ratio, 2)).join(', '),
        isMet: worst <= limit,
      },
    ];
  };
  const faults = comparisons
    .flatMap(({ phases }) => Object.values(phases))
    .map((phase) => countFaults(phase.faults));
  const total = faults.reduce((sum, count) => sum + count, 0);
  return [
    ...verdictFor('saturated', allowed.saturated),
    ...verdictFor('steady', allowed.steady),
    {
      criterion: `${title}: no message is lost, duplicated or out of order`,
      measured: `${total} faults`,
      isMet: total === 0,
    },
  ];
}
