import type { Findings } from '../live/scenarios/scenario.js';
import type { HistoryFixture, Room } from './fixture.js';
import type { Reader } from './reader.js';

/** The time of the answered room in that of the plain one. */
const MAX_RATIO = 1.3;
const VISITS = 11;
const REQUESTS = 50;

interface Costs {
  /** Milliseconds of each page load until the last message is visible. */
  loads: number[];
  /** Milliseconds of main-thread CPU time of each page load. */
  cpu: number[];
  /** Milliseconds of each answer of the server. */
  answers: number[];
}

const medianOf = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

async function timeAnswer({ messages }: Room, sessionId: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(messages, { headers: { authorization: `Bearer ${sessionId}` } });
  await response.text();
  if (!response.ok) throw new Error(`Reading messages answered ${response.status}`);
  return performance.now() - startedAt;
}

async function openRoom(reader: Reader, { url, latest }: Room, costs: Costs): Promise<void> {
  const before = await reader.cpuMs();
  costs.loads.push(await reader.timeUntil(latest, () => reader.page.goto(url)));
  await reader.page.waitForLoadState('networkidle');
  costs.cpu.push((await reader.cpuMs()) - before);
}

/**
 * Compares opening a page of messages that all have reactions and quotes with the same page without them. The visits
 * alternate, so that other load on the machine affects both alike.
 */
export async function measureAnswered(reader: Reader, fixture: HistoryFixture): Promise<Findings> {
  const plain: Costs = { loads: [], cpu: [], answers: [] };
  const answered: Costs = { loads: [], cpu: [], answers: [] };
  const rooms = [
    [fixture.plainRoom, plain],
    [fixture.answeredRoom, answered],
  ] as const;
  for (let request = 0; request < REQUESTS; request += 1) {
    for (const [room, costs] of rooms) costs.answers.push(await timeAnswer(room, fixture.sessionId));
  }
  for (let visit = 0; visit < VISITS; visit += 1) {
    for (const [room, costs] of rooms) await openRoom(reader, room, costs);
  }
  const rowOf = (name: string, kind: keyof Costs): string[] => {
    const [without, withBoth] = [medianOf(plain[kind]), medianOf(answered[kind])];
    return [name, without.toFixed(1), withBoth.toFixed(1), (withBoth / without).toFixed(2)];
  };
  const ratio = medianOf(answered.loads) / medianOf(plain.loads);
  return {
    title: 'A page of messages, each with reactions and a quote',
    table: [
      ['median ms', 'plain', 'with both', 'ratio'],
      rowOf('opening the channel', 'loads'),
      rowOf('CPU time of the page', 'cpu'),
      rowOf('answer of the server', 'answers'),
    ],
    verdicts: [
      {
        criterion: `opening takes at most ${MAX_RATIO} times as long as without reactions and quotes`,
        measured: ratio.toFixed(2),
        isMet: ratio <= MAX_RATIO,
      },
    ],
    raw: { plain, answered },
  };
}
