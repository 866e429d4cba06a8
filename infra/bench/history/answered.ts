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
  /** Milliseconds from the catalogue until the last message is visible. */
  opens: number[];
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
  costs.loads.push(await reader.timeLoad(url, latest));
  await reader.openCatalogue();
  costs.opens.push(await reader.timeBack(latest));
}

/**
 * Compares opening a page of messages that all have reactions and quotes with the same page without them. The visits
 * alternate, so that other load on the machine affects both alike.
 */
export async function measureAnswered(reader: Reader, fixture: HistoryFixture): Promise<Findings> {
  const plain: Costs = { loads: [], opens: [], answers: [] };
  const answered: Costs = { loads: [], opens: [], answers: [] };
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
  const ratioOf = (kind: keyof Costs) => medianOf(answered[kind]) / medianOf(plain[kind]);
  const [loads, opens] = [ratioOf('loads'), ratioOf('opens')];
  return {
    title: 'A page of messages, each with reactions and a quote',
    table: [
      ['median ms', 'plain', 'with both', 'ratio'],
      rowOf('page load', 'loads'),
      rowOf('from the catalogue', 'opens'),
      rowOf('answer of the server', 'answers'),
    ],
    verdicts: [
      {
        criterion: `opens in at most ${MAX_RATIO} times the time without them, by page load and from the catalogue`,
        measured: `${loads.toFixed(2)}, ${opens.toFixed(2)}`,
        isMet: Math.max(loads, opens) <= MAX_RATIO,
      },
    ],
    raw: { plain, answered },
  };
}
