import { describe, expect, it } from '@jest/globals';
import type { MessageView } from '@oniverse/contracts';
import { ChannelLog, message } from '../../testing/live-server.js';
import { seeded } from '../../ui/figures/geometry.js';
import { type ChannelEvent, reduceChannel } from './messages.reducer.js';
import {
  type ChannelState,
  hasNewer,
  hasOlder,
  isWhole,
  newestHeld,
  oldestHeld,
  openRequest,
  UNKNOWN_CHANNEL,
} from './messages.state.js';

const HEARD_AT = '2026-03-06T00:00:00.000Z';
const seqsOf = (state: ChannelState) => state.messages.map(({ seq }) => seq);
/** Deletes a message of a log. @returns what is told of it */
function deletion(log: ChannelLog, seq: number): ChannelEvent[] {
  const left = log.delete(seq);
  return left ? [{ type: 'deleted', deletion: { seq, rev: left.rev, at: HEARD_AT } }] : [];
}
function edit(log: ChannelLog, seq: number, content: string): ChannelEvent[] {
  const message = log.edit(seq, content);
  return message ? [{ type: 'edited', message }] : [];
}
/** The moment of a deletion is told only where the message comes whole: of a tombstone it is left out. */
const plain = (messages: readonly MessageView[]) =>
  messages.map((each) => (each.deletedAt === null ? each : { ...each, deletedAt: '', updatedAt: '' }));
const after = (state: ChannelState, ...events: ChannelEvent[]) => events.reduce(reduceChannel, state);

/** Asks `channel:open` of a log and applies the answer, as the sync does. */
function open(state: ChannelState, log: ChannelLog): ChannelState {
  const asked = openRequest('tonight', state);
  return after(state, { type: 'opened', asked, answer: log.open(asked) });
}

function recovered(state: ChannelState, log: ChannelLog): ChannelState {
  let now = state;
  for (let rounds = 0; rounds < 50 && !isWhole(now); rounds += 1) now = open(now, log);
  return now;
}

const fresh = (log: ChannelLog) => open(UNKNOWN_CHANNEL, log);

describe('a channel', () => {
  it('starts with the latest messages and knows that there are older ones', () => {
    const state = fresh(new ChannelLog(80));
    expect([oldestHeld(state), newestHeld(state)]).toEqual([31, 80]);
    expect(hasOlder(state)).toBe(true);
    expect(isWhole(state)).toBe(true);
  });

  it('DIM-021 may be empty, and take its first message live', () => {
    const log = new ChannelLog();
    const empty = fresh(log);
    expect([empty.ready, hasOlder(empty), isWhole(empty)]).toEqual([true, false, true]);
    const state = after(empty, { type: 'created', messages: [log.append({})] });
    expect(seqsOf(state)).toEqual([1]);
    expect(isWhole(state)).toBe(true);
  });

  it('LIV-010 applies each packet once, however often it comes', () => {
    const log = new ChannelLog(3);
    const packet: ChannelEvent = { type: 'created', messages: [log.append({}), log.append({})] };
    const state = after(fresh(new ChannelLog(3)), packet, packet, packet);
    expect(seqsOf(state)).toEqual([1, 2, 3, 4, 5]);
  });

  it('keeps the same list where an event brings nothing new', () => {
    const log = new ChannelLog(3);
    const state = fresh(log);
    expect(after(state, { type: 'created', messages: log.messages }).messages).toBe(state.messages);
  });

  it('LIV-009 sees a gap, keeps what came beyond it, and shows it once the gap is filled', () => {
    const log = new ChannelLog(5);
    const state = fresh(log);
    log.append({});
    const late = log.append({});
    const gap = after(state, { type: 'created', messages: [late] });
    expect(seqsOf(gap)).toEqual([1, 2, 3, 4, 5]);
    expect(isWhole(gap)).toBe(false);
    expect(openRequest('tonight', gap)).toEqual({ channelId: 'tonight', from: 1, after: 5, rev: 5 });
    expect(seqsOf(open(gap, log))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('LIV-009 sees a jump of the revision without a jump of the sequence', () => {
    const log = new ChannelLog(5);
    const state = fresh(log);
    log.edit(2, 'edited');
    const jump = after(state, { type: 'created', messages: [log.append({})] });
    expect(isWhole(jump)).toBe(false);
    const whole = open(jump, log);
    expect(isWhole(whole)).toBe(true);
    expect(whole.messages[1]?.content).toBe('edited');
  });

  it('LIV-002 LIV-010 applies edits and deletions live, once, and stays whole', () => {
    const log = new ChannelLog(5);
    const state = fresh(log);
    const events = [...edit(log, 2, 'edited'), ...deletion(log, 4), ...edit(log, 2, 'again')];
    const now = after(state, ...events, ...events.toReversed());
    expect(plain(now.messages)).toEqual(plain(log.messages));
    expect(now.messages[3]).toMatchObject({ content: '', rev: 7, deletedAt: HEARD_AT, updatedAt: HEARD_AT });
    expect([now.rev, isWhole(now)]).toEqual([8, true]);
    expect(now.arrived).toEqual([]);
  });

  it('LIV-009 sees the gap before an edit or a deletion', () => {
    const log = new ChannelLog(5);
    for (const events of [
      edit(log, 1, 'missed') && deletion(log, 2),
      deletion(log, 3) && edit(log, 4, 'told'),
    ]) {
      const gap = after(fresh(new ChannelLog(5)), ...events);
      expect(isWhole(gap)).toBe(false);
      const whole = open(gap, log);
      expect(isWhole(whole)).toBe(true);
      expect(plain(whole.messages)).toEqual(plain(log.messages));
    }
  });

  it('a change of what is older than the oldest held is no gap, and waits for the page that brings it', () => {
    const log = new ChannelLog(80);
    const state = fresh(log);
    const page = log.messages.slice(10, 30);
    const events = [...edit(log, 12, 'edited'), ...deletion(log, 13), ...edit(log, 3, 'older still')];
    const live = after(state, ...events);
    expect([seqsOf(live).at(0), isWhole(live)]).toEqual([31, true]);
    const now = after(live, { type: 'older', epoch: state.epoch, messages: page });
    expect(plain(now.messages)).toEqual(plain(log.messages.slice(10)));
    const all = after(now, { type: 'older', epoch: now.epoch, messages: new ChannelLog(10).messages });
    expect(plain(all.messages)).toEqual(plain(log.messages));
    expect(isWhole(all)).toBe(true);
  });

  it('asks once more where a page of history came while the answer was on its way', () => {
    const log = new ChannelLog(80);
    const state = fresh(log);
    const page = log.messages.slice(10, 30);
    const asked = openRequest('tonight', state);
    log.edit(12, 'unheard');
    const grown = after(
      state,
      { type: 'older', epoch: state.epoch, messages: page },
      { type: 'opened', asked, answer: log.open(asked) },
    );
    expect(isWhole(grown)).toBe(false);
    expect(plain(open(grown, log).messages)).toEqual(plain(log.messages.slice(10)));
  });

  it('an edit of a message that a page held already in its newest state is no gap', () => {
    const log = new ChannelLog(5);
    const asked = openRequest('tonight', UNKNOWN_CHANNEL);
    const head = { lastSeq: 5, lastRev: 5 };
    const told = edit(log, 2, 'between the head and the page');
    const state = after(
      UNKNOWN_CHANNEL,
      { type: 'opened', asked, answer: { ...log.open({}), ...head } },
      ...told,
    );
    expect([state.rev, isWhole(state)]).toEqual([6, true]);
  });

  it('merges packets that arrive before the first page', () => {
    const log = new ChannelLog(60);
    const answer = log.open({});
    const packet = [log.append({})];
    const state = after(
      UNKNOWN_CHANNEL,
      { type: 'created', messages: packet },
      { type: 'opened', asked: { channelId: 'tonight' }, answer },
    );
    expect(newestHeld(state)).toBe(61);
    expect(isWhole(state)).toBe(true);
  });

  it('starts afresh on a reset, and keeps what came live meanwhile', () => {
    const log = new ChannelLog(10);
    const state = fresh(log);
    for (let more = 0; more < 1_200; more += 1) log.append({});
    const asked = openRequest('tonight', state);
    const answer = log.open(asked);
    expect(answer.reset).toBe(true);
    const live = after(state, { type: 'created', messages: [log.append({})] });
    const now = after(live, { type: 'opened', asked, answer });
    expect([oldestHeld(now), newestHeld(now)]).toEqual([1_161, 1_211]);
    expect(isWhole(now)).toBe(true);
  });

  it('puts a page of history before what it holds', () => {
    const log = new ChannelLog(80);
    const state = fresh(log);
    const page = log.messages.slice(10, 30);
    const now = after(state, { type: 'older', epoch: state.epoch, messages: page });
    expect([oldestHeld(now), newestHeld(now)]).toEqual([11, 80]);
  });

  it('does not take a page of history that does not join, or that was asked for before a recovery', () => {
    const log = new ChannelLog(80);
    const state = fresh(log);
    const page = log.messages.slice(10, 30);
    const apart = after(state, { type: 'older', epoch: state.epoch, messages: page.slice(0, -1) });
    expect(oldestHeld(apart)).toBe(31);
    const later = after(open(state, log), { type: 'older', epoch: state.epoch, messages: page });
    expect(oldestHeld(later)).toBe(31);
  });

  it('lets go of what is far away, and of what comes live beyond it, and has it again page by page', () => {
    const log = new ChannelLog(80);
    const all = after(fresh(log), { type: 'older', epoch: 1, messages: log.messages.slice(0, 30) });
    const up = after(all, { type: 'kept', from: 1, to: 40 });
    expect([oldestHeld(up), newestHeld(up), hasNewer(up), isWhole(up)]).toEqual([1, 40, true, true]);
    const live = after(up, { type: 'created', messages: [log.append({}), log.append({})] });
    expect([newestHeld(live), live.seq, isWhole(live)]).toEqual([40, 82, true]);
    expect([live.loose, live.arrived.map(({ seq }) => seq)]).toEqual([[], [81, 82]]);
    const changed = after(live, ...edit(log, 60, 'let go'), ...edit(log, 20, 'held'), ...deletion(log, 82));
    expect(isWhole(changed)).toBe(true);
    const pages = [log.messages.slice(40, 70), log.messages.slice(70)];
    const down = after(changed, ...pages.map((messages) => ({ type: 'newer', epoch: 1, messages }) as const));
    expect(plain(down.messages)).toEqual(plain(log.messages));
    expect(hasNewer(down)).toBe(false);
    const bottom = after(down, { type: 'kept', from: 51, to: 82 });
    expect([oldestHeld(bottom), hasOlder(bottom), isWhole(bottom)]).toEqual([51, true, true]);
  });

  it('a change that comes while a later page is on its way is not lost', () => {
    const log = new ChannelLog(80);
    const up = after(fresh(log), { type: 'kept', from: 31, to: 40 });
    const page = log.messages.slice(40, 60);
    const live = after(up, ...edit(log, 45, 'meanwhile'), ...deletion(log, 46));
    const down = after(live, { type: 'newer', epoch: up.epoch, messages: page });
    expect(plain(down.messages)).toEqual(plain(log.messages.slice(30, 60)));
  });

  it('LIV-009 after a lost connection knows what changed in the stretch that it holds, however far back', () => {
    const log = new ChannelLog(1_500);
    const up = after(fresh(log), { type: 'placed', epoch: 1, messages: log.messages.slice(0, 100) });
    expect([seqsOf(up).at(0), seqsOf(up).at(-1), up.stretch]).toEqual([1, 100, 1]);
    log.edit(50, 'unheard');
    for (let more = 0; more < 120; more += 1) log.append({});
    const asked = openRequest('tonight', up);
    expect(asked).toEqual({ channelId: 'tonight', from: 1, after: 1_500, rev: 1_500 });
    const whole = recovered(open(up, log), log);
    expect([whole.seq, newestHeld(whole), whole.loose]).toEqual([1_620, 100, []]);
    expect(whole.messages).toEqual(log.messages.slice(0, 100));
  });

  it('goes far back at once, and to the latest at once', () => {
    const log = new ChannelLog(300);
    const state = fresh(log);
    const page = log.messages.slice(240, 290);
    const told = after(state, ...edit(log, 270, 'told while the page was on its way'));
    const back = after(told, { type: 'placed', epoch: state.epoch, messages: page });
    expect(plain(back.messages)).toEqual(plain(log.messages.slice(240, 290)));
    const late = after(back, { type: 'older', epoch: state.epoch, messages: log.messages.slice(190, 240) });
    expect(oldestHeld(late)).toBe(241);
    const forsaken = after(back, { type: 'forsaken' }, { type: 'created', messages: [log.append({})] });
    expect([isWhole(forsaken), openRequest('tonight', forsaken)]).toEqual([false, { channelId: 'tonight' }]);
    const latest = open(forsaken, log);
    expect([oldestHeld(latest), newestHeld(latest), hasNewer(latest)]).toEqual([252, 301, false]);
    expect(isWhole(latest)).toBe(true);
  });

  it('an acknowledgement that runs ahead of its packet is no gap', () => {
    const log = new ChannelLog(3);
    const state = fresh(log);
    const between = log.append({});
    const own = log.append({});
    const acknowledged = after(state, { type: 'acknowledged', message: own });
    expect(isWhole(acknowledged)).toBe(true);
    expect(seqsOf(acknowledged)).toEqual([1, 2, 3]);
    const packet: ChannelEvent = { type: 'created', messages: [between, own] };
    expect(seqsOf(after(acknowledged, packet))).toEqual([1, 2, 3, 4, 5]);
  });

  it('knows what has just arrived, but not what a recovery brought', () => {
    const log = new ChannelLog(3);
    const live = after(fresh(log), { type: 'created', messages: [log.append({})] });
    expect(live.arrived.map(({ seq }) => seq)).toEqual([4]);
    log.append({});
    expect(open(live, log).arrived).toEqual([]);
  });
});

/** Members write, edit and delete; answers take their time; packets are lost, repeated and shuffled; acknowledgements, history and recoveries mix in. */
function story(seed: number) {
  const random = seeded(seed);
  const upTo = (bound: number) => Math.floor(random() * bound);
  const log = new ChannelLog(upTo(120));
  const packets: ChannelEvent[] = [];
  let state = UNKNOWN_CHANNEL;
  let pending: ChannelEvent | undefined;
  const deliver = () => {
    const [packet] = packets.splice(upTo(packets.length), 1);
    if (!packet) return;
    if (random() < 0.3) packets.push(packet);
    if (random() < 0.8) state = reduceChannel(state, packet);
  };
  const steps: (() => void)[] = [
    () => packets.push({ type: 'created', messages: [log.append({})] }),
    () => packets.push({ type: 'created', messages: [log.append({}), log.append({}), log.append({})] }),
    () => packets.push({ type: 'acknowledged', message: log.append({}) }),
    () => log.edit(1 + upTo(log.messages.length), `edit ${upTo(1_000)}`),
    () => packets.push(...edit(log, 1 + upTo(log.messages.length), `edit ${upTo(1_000)}`)),
    () => packets.push(...edit(log, Math.max(1, log.messages.length - upTo(5)), `edit ${upTo(1_000)}`)),
    () => packets.push(...deletion(log, 1 + upTo(log.messages.length))),
    () => {
      const { epoch } = state;
      const page = log.messages.filter(({ seq }) => seq < oldestHeld(state)).slice(-50);
      if (state.ready) packets.push({ type: 'older', epoch, messages: page });
    },
    () => {
      const { epoch } = state;
      const page = log.messages.filter(({ seq }) => seq > newestHeld(state)).slice(0, 50);
      if (state.ready) packets.push({ type: 'newer', epoch, messages: page });
    },
    () => {
      const { epoch } = state;
      const first = upTo(log.messages.length);
      if (random() < 0.2) {
        packets.push({ type: 'placed', epoch, messages: log.messages.slice(first, first + 50) });
      }
    },
    () => {
      const from = oldestHeld(state) + upTo(20);
      const to = newestHeld(state) - upTo(20);
      if (from <= to) state = reduceChannel(state, { type: 'kept', from, to });
    },
    () => {
      if (random() < 0.1) state = reduceChannel(state, { type: 'forsaken' });
    },
    () => {
      const asked = openRequest('tonight', state);
      pending ??= { type: 'opened', asked, answer: log.open(asked) };
    },
    () => {
      if (pending) state = after(state, pending);
      pending = undefined;
    },
    deliver,
    deliver,
    deliver,
  ];
  for (let step = 0; step < 120; step += 1) steps[upTo(steps.length)]?.();
  return { log, state };
}

describe('old snapshot + events = new snapshot', () => {
  it('LIV-009 LIV-010 whatever the order, the losses and the repeats, in 400 stories', () => {
    for (let seed = 0; seed < 400; seed += 1) {
      const { log, state } = story(seed);
      const whole = open(recovered(state, log), log);
      expect({ seed, seq: whole.seq }).toEqual({ seed, seq: log.messages.length });
      const expected = log.messages.slice(Math.max(0, oldestHeld(whole) - 1), newestHeld(whole));
      expect({ seed, messages: plain(whole.messages) }).toEqual({ seed, messages: plain(expected) });
    }
  });

  it('LIV-010 all that is told in order, edits and deletions too, needs no recovery', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const random = seeded(seed);
      const upTo = (bound: number) => Math.floor(random() * bound);
      const log = new ChannelLog(60);
      let state = fresh(log);
      for (let step = 0; step < 100; step += 1) {
        const seq = 1 + upTo(log.messages.length);
        const told = [
          (): ChannelEvent[] => [{ type: 'created', messages: [log.append({}), log.append({})] }],
          () => edit(log, seq, `edit ${step}`),
          () => deletion(log, seq),
        ][upTo(3)]?.();
        state = after(state, ...(told ?? []));
        expect([seed, step, isWhole(state)]).toEqual([seed, step, true]);
      }
      expect(plain(state.messages)).toEqual(plain(log.messages.slice(10)));
    }
  });

  it('LIV-010 all packets of a stretch, shuffled and repeated, need no recovery', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const random = seeded(seed);
      const log = new ChannelLog(20);
      const packets = Array.from({ length: 30 }, () => message(log.append({})));
      const shuffled = [...packets, ...packets]
        .map((each) => ({ each, at: random() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ each }): ChannelEvent => ({ type: 'created', messages: [each] }));
      const state = after(fresh(new ChannelLog(20)), ...shuffled);
      expect(state.messages).toEqual(log.messages);
      expect(isWhole(state)).toBe(true);
    }
  });
});
