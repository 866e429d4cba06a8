import type { Findings } from '../live/scenarios/scenario.js';
import type { HistoryFixture, Room } from './fixture.js';
import type { Reader } from './reader.js';

/** The time of a room whose messages carry something, in that of the plain one. */
const MAX_RATIO = 1.3;
/** What a browser calls a good page (Cumulative Layout Shift) is 0.1; a room with reserved space moves nothing. */
const MAX_SHIFT = 0.001;
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

/** What a room's messages carry beside their text. */
interface Laden {
  room: Room;
  title: string;
  /** The head of its column. */
  name: string;
}

/**
 * Compares opening a page of messages that all carry something with the same page without it. The visits alternate, so that
 * other load on the machine affects both alike.
 */
export async function measureLaden(
  reader: Reader,
  fixture: HistoryFixture,
  { room: ladenRoom, title, name }: Laden,
): Promise<Findings> {
  const plain: Costs = { loads: [], opens: [], answers: [] };
  const laden: Costs = { loads: [], opens: [], answers: [] };
  let shift = 0;
  const rooms = [
    [fixture.plainRoom, plain],
    [ladenRoom, laden],
  ] as const;
  for (let request = 0; request < REQUESTS; request += 1) {
    for (const [room, costs] of rooms) costs.answers.push(await timeAnswer(room, fixture.sessionId));
  }
  for (let visit = 0; visit < VISITS; visit += 1) {
    for (const [room, costs] of rooms) await openRoom(reader, room, costs);
    shift = Math.max(shift, await reader.layoutShift());
  }
  const rowOf = (label: string, kind: keyof Costs): string[] => {
    const [without, withAll] = [medianOf(plain[kind]), medianOf(laden[kind])];
    return [label, without.toFixed(1), withAll.toFixed(1), (withAll / without).toFixed(2)];
  };
  const ratioOf = (kind: keyof Costs) => medianOf(laden[kind]) / medianOf(plain[kind]);
  const [loads, opens] = [ratioOf('loads'), ratioOf('opens')];
  return {
    title,
    table: [
      ['median ms', 'plain', name, 'ratio'],
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
      {
        criterion: `the layout shifts by at most ${MAX_SHIFT} once the messages are shown`,
        measured: shift.toFixed(4),
        isMet: shift <= MAX_SHIFT,
      },
    ],
    raw: { plain, laden, shift },
  };
}
