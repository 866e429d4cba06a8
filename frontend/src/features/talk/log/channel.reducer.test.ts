import { describe, expect, it } from '@jest/globals';
import type { MessageView } from '@oniverse/contracts';
import { picture } from '../../../testing/attachments.js';
import { ChannelLog, message } from '../../../testing/live-server.js';
import { seededRandom } from '../../../ui/figures/geometry.js';
import { newestVersion } from './channel.merge.js';
import { type ChannelEvent, reduceChannel } from './channel.reducer.js';
import {
  type ChannelState,
  hasNewer,
  hasOlder,
  isUpToDate,
  newestLoaded,
  oldestLoaded,
  openRequest,
  EMPTY_CHANNEL,
} from './channel.js';

const DELETED_AT = '2026-03-06T00:00:00.000Z';
const seqsOf = (state: ChannelState) => state.messages.map(({ seq }) => seq);
function deletion(log: ChannelLog, seq: number): ChannelEvent[] {
  const tombstone = log.delete(seq);
  return tombstone ? [{ type: 'deleted', deletion: { seq, rev: tombstone.rev, at: DELETED_AT } }] : [];
}
function edit(log: ChannelLog, seq: number, content: string): ChannelEvent[] {
  const message = log.edit(seq, content);
  return message ? [{ type: 'edited', message }] : [];
}
const removal = (log: ChannelLog, userId: string): ChannelEvent[] => [
  { type: 'authorRemoved', author: log.removeAuthor(userId) },
];
/** Clears the times of tombstones: a live deletion has the local time, a fetched one the server's. */
const withoutTimes = (messages: readonly MessageView[]) =>
  messages.map((each) => (each.deletedAt === null ? each : { ...each, deletedAt: '', updatedAt: '' }));
const after = (state: ChannelState, ...events: ChannelEvent[]) => events.reduce(reduceChannel, state);

function open(state: ChannelState, log: ChannelLog): ChannelState {
  const request = openRequest('tonight', state);
  return after(state, { type: 'opened', request, answer: log.open(request) });
}

function recover(state: ChannelState, log: ChannelLog): ChannelState {
  let current = state;
  for (let rounds = 0; rounds < 50 && !isUpToDate(current); rounds += 1) current = open(current, log);
  return current;
}

const fresh = (log: ChannelLog) => open(EMPTY_CHANNEL, log);

describe('a channel', () => {
  it('starts with the latest messages and knows that older ones exist', () => {
    const state = fresh(new ChannelLog(80));
    expect([oldestLoaded(state), newestLoaded(state)]).toEqual([31, 80]);
    expect(hasOlder(state)).toBe(true);
    expect(isUpToDate(state)).toBe(true);
  });

  it('DIM-021 may be empty and receive its first message live', () => {
    const log = new ChannelLog();
    const empty = fresh(log);
    expect([empty.ready, hasOlder(empty), isUpToDate(empty)]).toEqual([true, false, true]);
    const state = after(empty, { type: 'created', messages: [log.append({})] });
    expect(seqsOf(state)).toEqual([1]);
    expect(isUpToDate(state)).toBe(true);
  });

  it('LIV-010 applies a repeated packet once', () => {
    const log = new ChannelLog(3);
    const packet: ChannelEvent = { type: 'created', messages: [log.append({}), log.append({})] };
    const state = after(fresh(new ChannelLog(3)), packet, packet, packet);
    expect(seqsOf(state)).toEqual([1, 2, 3, 4, 5]);
  });

  it('keeps the same array when an event changes nothing', () => {
    const log = new ChannelLog(3);
    const state = fresh(log);
    expect(after(state, { type: 'created', messages: log.messages }).messages).toBe(state.messages);
  });

  it('LIV-009 detects a gap, buffers messages after it, and shows them when the gap is filled', () => {
    const log = new ChannelLog(5);
    const state = fresh(log);
    log.append({});
    const late = log.append({});
    const gap = after(state, { type: 'created', messages: [late] });
    expect(seqsOf(gap)).toEqual([1, 2, 3, 4, 5]);
    expect(isUpToDate(gap)).toBe(false);
    expect(openRequest('tonight', gap)).toEqual({ channelId: 'tonight', from: 1, after: 5, rev: 5 });
    expect(seqsOf(open(gap, log))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('LIV-009 detects a jump in rev without a jump in seq', () => {
    const log = new ChannelLog(5);
    const state = fresh(log);
    log.edit(2, 'edited');
    const jump = after(state, { type: 'created', messages: [log.append({})] });
    expect(isUpToDate(jump)).toBe(false);
    const whole = open(jump, log);
    expect(isUpToDate(whole)).toBe(true);
    expect(whole.messages[1]?.content).toBe('edited');
  });

  it('LIV-002 LIV-010 applies live edits and deletions once and stays up to date', () => {
    const log = new ChannelLog(5);
    const state = fresh(log);
    const events = [...edit(log, 2, 'edited'), ...deletion(log, 4), ...edit(log, 2, 'again')];
    const now = after(state, ...events, ...events.toReversed());
    expect(withoutTimes(now.messages)).toEqual(withoutTimes(log.messages));
    expect(now.messages[3]).toMatchObject({
      content: '',
      rev: 7,
      deletedAt: DELETED_AT,
      updatedAt: DELETED_AT,
    });
    expect([now.rev, isUpToDate(now)]).toEqual([8, true]);
    expect(now.arrived).toEqual([]);
  });

  it('GAP-043 removes an author from all loaded messages with one change and stays up to date', () => {
    const log = new ChannelLog(80);
    log.append({ userId: 'u-other' });
    const state = fresh(log);
    const page = log.messages.slice(10, 31);
    const events = removal(log, 'u-juno');
    const now = after(state, ...events, ...events);
    expect(now.messages).toEqual(log.messages.slice(31));
    expect(now.messages[0]).toMatchObject({ userId: null, author: null });
    expect(now.messages.at(-1)).toBe(state.messages.at(-1));
    expect([now.rev, isUpToDate(now)]).toEqual([82, true]);
    const grown = after(now, { type: 'older', epoch: state.epoch, messages: page });
    expect(grown.messages).toEqual(log.messages.slice(10));
  });

  it('TLK-317 drops the previews of deleted messages and of removed authors', () => {
    const log = new ChannelLog(2);
    const links = [{ place: 1, address: 'https://page.example/', title: 'x' }];
    for (const seq of [1, 2]) log.preview(seq, links);
    const state = fresh(log);
    expect(state.messages.map((each) => each.links)).toEqual([links, links]);
    const now = after(state, ...deletion(log, 1));
    expect(now.messages.map((each) => each.links)).toEqual([undefined, links]);
    expect(after(now, ...removal(log, 'u-juno')).messages.map((each) => each.links)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('GAP-043 learns from a recovery which authors were removed', () => {
    const log = new ChannelLog(20);
    const state = fresh(log);
    log.removeAuthor('u-juno');
    const missed = after(state, { type: 'created', messages: [log.append({ userId: 'u-other' })] });
    expect(isUpToDate(missed)).toBe(false);
    const whole = open(missed, log);
    expect(whole.messages).toEqual(log.messages);
    expect(isUpToDate(whole)).toBe(true);
  });

  it('LIV-009 detects a gap before an edit or a deletion', () => {
    const log = new ChannelLog(5);
    for (const events of [
      edit(log, 1, 'missed') && deletion(log, 2),
      deletion(log, 3) && edit(log, 4, 'received'),
    ]) {
      const gap = after(fresh(new ChannelLog(5)), ...events);
      expect(isUpToDate(gap)).toBe(false);
      const whole = open(gap, log);
      expect(isUpToDate(whole)).toBe(true);
      expect(withoutTimes(whole.messages)).toEqual(withoutTimes(log.messages));
    }
  });

  it('buffers changes of messages older than the loaded ones until their page arrives', () => {
    const log = new ChannelLog(80);
    const state = fresh(log);
    const page = log.messages.slice(10, 30);
    const events = [...edit(log, 12, 'edited'), ...deletion(log, 13), ...edit(log, 3, 'older still')];
    const live = after(state, ...events);
    expect([seqsOf(live).at(0), isUpToDate(live)]).toEqual([31, true]);
    const now = after(live, { type: 'older', epoch: state.epoch, messages: page });
    expect(withoutTimes(now.messages)).toEqual(withoutTimes(log.messages.slice(10)));
    const all = after(now, { type: 'older', epoch: now.epoch, messages: new ChannelLog(10).messages });
    expect(withoutTimes(all.messages)).toEqual(withoutTimes(log.messages));
    expect(isUpToDate(all)).toBe(true);
  });

  it('requests again when a page of history arrives before the answer', () => {
    const log = new ChannelLog(80);
    const state = fresh(log);
    const page = log.messages.slice(10, 30);
    const request = openRequest('tonight', state);
    log.edit(12, 'missed');
    const grown = after(
      state,
      { type: 'older', epoch: state.epoch, messages: page },
      { type: 'opened', request, answer: log.open(request) },
    );
    expect(isUpToDate(grown)).toBe(false);
    expect(withoutTimes(open(grown, log).messages)).toEqual(withoutTimes(log.messages.slice(10)));
  });

  it('counts an edit as seen when the page already contains it', () => {
    const log = new ChannelLog(5);
    const request = openRequest('tonight', EMPTY_CHANNEL);
    const head = { firstSeq: 1, lastSeq: 5, lastRev: 5 };
    const events = edit(log, 2, 'between the head and the page');
    const state = after(
      EMPTY_CHANNEL,
      { type: 'opened', request, answer: { ...log.open({}), ...head } },
      ...events,
    );
    expect([state.rev, isUpToDate(state)]).toEqual([6, true]);
  });

  it('merges packets that arrive before the first page', () => {
    const log = new ChannelLog(60);
    const answer = log.open({});
    const packet = [log.append({})];
    const state = after(
      EMPTY_CHANNEL,
      { type: 'created', messages: packet },
      { type: 'opened', request: { channelId: 'tonight' }, answer },
    );
    expect(newestLoaded(state)).toBe(61);
    expect(isUpToDate(state)).toBe(true);
  });

  it('starts over on a reset and keeps messages that arrived live', () => {
    const log = new ChannelLog(10);
    const state = fresh(log);
    for (let more = 0; more < 1_200; more += 1) log.append({});
    const request = openRequest('tonight', state);
    const answer = log.open(request);
    expect(answer.reset).toBe(true);
    const live = after(state, { type: 'created', messages: [log.append({})] });
    const now = after(live, { type: 'opened', request, answer });
    expect([oldestLoaded(now), newestLoaded(now)]).toEqual([1_161, 1_211]);
    expect(isUpToDate(now)).toBe(true);
  });

  it('TLK-289 drops the files of a deleted message and of an erased account', () => {
    const log = new ChannelLog(1);
    for (const userId of ['u-juno', 'u-otto']) log.append({ userId, attachments: [picture()] });
    const state = fresh(log);
    expect(state.messages.map(({ attachments = [] }) => attachments.length)).toEqual([0, 1, 1]);
    const now = after(state, ...deletion(log, 2), ...removal(log, 'u-otto'));
    expect(now.messages.map(({ attachments }) => attachments)).toEqual([undefined, undefined, undefined]);
    expect(isUpToDate(now)).toBe(true);
    expect(withoutTimes(now.messages)).toEqual(withoutTimes(log.messages));
  });

  it('prepends a page of history', () => {
    const log = new ChannelLog(80);
    const state = fresh(log);
    const page = log.messages.slice(10, 30);
    const now = after(state, { type: 'older', epoch: state.epoch, messages: page });
    expect([oldestLoaded(now), newestLoaded(now)]).toEqual([11, 80]);
  });

  it('ignores a page that leaves a gap or was requested before a recovery', () => {
    const log = new ChannelLog(80);
    const state = fresh(log);
    const page = log.messages.slice(10, 30);
    const apart = after(state, { type: 'older', epoch: state.epoch, messages: page.slice(0, -1) });
    expect(oldestLoaded(apart)).toBe(31);
    const later = after(open(state, log), { type: 'older', epoch: state.epoch, messages: page });
    expect(oldestLoaded(later)).toBe(31);
  });

  it('evicts distant messages and later live ones, and loads them again page by page', () => {
    const log = new ChannelLog(80);
    const all = after(fresh(log), { type: 'older', epoch: 1, messages: log.messages.slice(0, 30) });
    const up = after(all, { type: 'evicted', from: 1, to: 40 });
    expect([oldestLoaded(up), newestLoaded(up), hasNewer(up), isUpToDate(up)]).toEqual([1, 40, true, true]);
    const live = after(up, { type: 'created', messages: [log.append({}), log.append({})] });
    expect([newestLoaded(live), live.seq, isUpToDate(live)]).toEqual([40, 82, true]);
    expect([live.buffered, live.arrived.map(({ seq }) => seq)]).toEqual([[], [81, 82]]);
    const changed = after(
      live,
      ...edit(log, 60, 'evicted'),
      ...edit(log, 20, 'loaded'),
      ...deletion(log, 82),
    );
    expect(isUpToDate(changed)).toBe(true);
    const pages = [log.messages.slice(40, 70), log.messages.slice(70)];
    const down = after(changed, ...pages.map((messages) => ({ type: 'newer', epoch: 1, messages }) as const));
    expect(withoutTimes(down.messages)).toEqual(withoutTimes(log.messages));
    expect(hasNewer(down)).toBe(false);
    const bottom = after(down, { type: 'evicted', from: 51, to: 82 });
    expect([oldestLoaded(bottom), hasOlder(bottom), isUpToDate(bottom)]).toEqual([51, true, true]);
  });

  it('keeps changes that arrive while a later page is loading', () => {
    const log = new ChannelLog(80);
    const up = after(fresh(log), { type: 'evicted', from: 31, to: 40 });
    const page = log.messages.slice(40, 60);
    const live = after(up, ...edit(log, 45, 'while loading'), ...deletion(log, 46));
    const down = after(live, { type: 'newer', epoch: up.epoch, messages: page });
    expect(withoutTimes(down.messages)).toEqual(withoutTimes(log.messages.slice(30, 60)));
  });

  it('LIV-009 learns after a reconnect what changed in its segment, however far back', () => {
    const log = new ChannelLog(1_500);
    const up = after(fresh(log), { type: 'replaced', epoch: 1, messages: log.messages.slice(0, 100) });
    expect([seqsOf(up).at(0), seqsOf(up).at(-1), up.segment]).toEqual([1, 100, 1]);
    log.edit(50, 'missed');
    for (let more = 0; more < 120; more += 1) log.append({});
    const request = openRequest('tonight', up);
    expect(request).toEqual({ channelId: 'tonight', from: 1, after: 1_500, rev: 1_500 });
    const whole = recover(open(up, log), log);
    expect([whole.seq, newestLoaded(whole), whole.buffered]).toEqual([1_620, 100, []]);
    expect(whole.messages).toEqual(log.messages.slice(0, 100));
  });

  it('jumps far back and to the latest messages', () => {
    const log = new ChannelLog(300);
    const state = fresh(log);
    const page = log.messages.slice(240, 290);
    const edited = after(state, ...edit(log, 270, 'edited while the page loads'));
    const back = after(edited, { type: 'replaced', epoch: state.epoch, messages: page });
    expect(withoutTimes(back.messages)).toEqual(withoutTimes(log.messages.slice(240, 290)));
    const late = after(back, { type: 'older', epoch: state.epoch, messages: log.messages.slice(190, 240) });
    expect(oldestLoaded(late)).toBe(241);
    const invalidated = after(back, { type: 'invalidated' }, { type: 'created', messages: [log.append({})] });
    expect([isUpToDate(invalidated), openRequest('tonight', invalidated)]).toEqual([
      false,
      { channelId: 'tonight' },
    ]);
    const latest = open(invalidated, log);
    expect([oldestLoaded(latest), newestLoaded(latest), hasNewer(latest)]).toEqual([252, 301, false]);
    expect(isUpToDate(latest)).toBe(true);
  });

  it('does not treat an acknowledgement before its packet as a gap', () => {
    const log = new ChannelLog(3);
    const state = fresh(log);
    const between = log.append({});
    const own = log.append({});
    const acknowledged = after(state, { type: 'acknowledged', message: own });
    expect(isUpToDate(acknowledged)).toBe(true);
    expect(seqsOf(acknowledged)).toEqual([1, 2, 3]);
    const packet: ChannelEvent = { type: 'created', messages: [between, own] };
    expect(seqsOf(after(acknowledged, packet))).toEqual([1, 2, 3, 4, 5]);
  });

  it('lists messages that arrived live, but not those from a recovery', () => {
    const log = new ChannelLog(3);
    const live = after(fresh(log), { type: 'created', messages: [log.append({})] });
    expect(live.arrived.map(({ seq }) => seq)).toEqual([4]);
    log.append({});
    expect(open(live, log).arrived).toEqual([]);
  });
});

describe('a channel whose first messages expired', () => {
  /** Deletes the first messages of a channel, and their rows. */
  const expire = (log: ChannelLog, count: number) => {
    for (let seq = 1; seq <= count; seq += 1) log.delete(seq);
    log.drop();
  };

  it('TLK-524 has nothing before its first message', () => {
    const log = new ChannelLog(80);
    expire(log, 40);
    const state = fresh(log);
    expect([oldestLoaded(state), state.firstSeq, hasOlder(state), isUpToDate(state)]).toEqual([
      41,
      41,
      false,
      true,
    ]);
    const first = after(fresh(new ChannelLog(80)), { type: 'older', epoch: 1, messages: [], firstSeq: 31 });
    expect([oldestLoaded(first), hasOlder(first)]).toEqual([31, false]);
  });

  it('TLK-524 shows no gap and no loss to a client that was away over the drop', () => {
    const log = new ChannelLog(20);
    const away = fresh(log);
    for (let more = 0; more < 60; more += 1) log.append({});
    expire(log, 50);
    const back = recover(after(away, { type: 'created', messages: [log.append({})] }), log);
    expect([oldestLoaded(back), newestLoaded(back), isUpToDate(back), hasOlder(back)]).toEqual([
      51,
      81,
      true,
      false,
    ]);
    expect(back.messages).toEqual(log.stored);
  });

  it('TLK-524 keeps what a client has loaded if it begins where the channel does, or later', () => {
    const log = new ChannelLog(80);
    log.append({}, 20);
    const state = fresh(log);
    expire(log, 25);
    const back = recover(after(state, { type: 'created', messages: [log.append({})] }), log);
    expect([oldestLoaded(back), back.segment, back.firstSeq]).toEqual([32, state.segment, 26]);
    expect(back.messages).toEqual(log.stored.slice(6));
    expect(back.messages.at(-2)?.replyTo).toMatchObject({
      seq: 20,
      content: '',
      isDeleted: true,
      username: null,
    });
  });

  it('TLK-528 starts over if a backend of the previous release sends what is apart from its copy', () => {
    const log = new ChannelLog(20);
    const state = fresh(log);
    for (let more = 0; more < 30; more += 1) log.append({});
    const request = openRequest('tonight', state);
    const messages = log.messages.slice(39);
    const answer = { firstSeq: 1, lastSeq: 50, lastRev: log.rev, messages, changed: [], more: false };
    const whole = after(state, { type: 'opened', request, answer });
    expect([seqsOf(whole), isUpToDate(whole)]).toEqual([messages.map(({ seq }) => seq), true]);
  });
});

/** Runs 120 random steps of all kinds, with lost, repeated and reordered packets, and messages that expire and are dropped. */
function randomRun(seed: number) {
  const random = seededRandom(seed);
  const upTo = (bound: number) => Math.floor(random() * bound);
  const log = new ChannelLog(upTo(120));
  const leavers = ['u-ash', 'u-birch', 'u-cedar', 'u-dogwood'];
  const packets: ChannelEvent[] = [];
  let state = EMPTY_CHANNEL;
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
    () => packets.push({ type: 'created', messages: [log.append({}, 1 + upTo(log.messages.length))] }),
    () => {
      const userId = leavers[upTo(leavers.length)];
      if (userId !== undefined) packets.push({ type: 'created', messages: [log.append({ userId })] });
    },
    () => {
      const [userId] = random() < 0.3 ? leavers.splice(upTo(leavers.length), 1) : [];
      const events = userId === undefined ? [] : removal(log, userId);
      if (random() < 0.7) packets.push(...events);
    },
    () => log.edit(1 + upTo(log.messages.length), `edit ${upTo(1_000)}`),
    () => packets.push(...edit(log, 1 + upTo(log.messages.length), `edit ${upTo(1_000)}`)),
    () => packets.push(...edit(log, Math.max(1, log.messages.length - upTo(5)), `edit ${upTo(1_000)}`)),
    () => packets.push(...deletion(log, 1 + upTo(log.messages.length))),
    () => {
      const count = upTo(12);
      const expired = log.stored.slice(0, count).flatMap(({ seq }) => deletion(log, seq));
      if (random() < 0.7) packets.push(...expired);
    },
    () => {
      if (random() < 0.3) log.drop();
    },
    () => {
      const { epoch } = state;
      const before = oldestLoaded(state);
      const page = log.stored.filter(({ seq }) => seq < before).slice(-50);
      const begins = page.length < 50 && { firstSeq: page[0]?.seq ?? before };
      if (state.ready) packets.push({ type: 'older', epoch, messages: page, ...begins });
    },
    () => {
      const { epoch } = state;
      const page = log.stored.filter(({ seq }) => seq > newestLoaded(state)).slice(0, 50);
      if (state.ready) packets.push({ type: 'newer', epoch, messages: page });
    },
    () => {
      const { epoch } = state;
      const first = upTo(log.stored.length);
      if (random() < 0.2) {
        packets.push({ type: 'replaced', epoch, messages: log.stored.slice(first, first + 50) });
      }
    },
    () => {
      const from = oldestLoaded(state) + upTo(20);
      const to = newestLoaded(state) - upTo(20);
      if (from <= to) state = reduceChannel(state, { type: 'evicted', from, to });
    },
    () => {
      if (random() < 0.1) state = reduceChannel(state, { type: 'invalidated' });
    },
    () => {
      const request = openRequest('tonight', state);
      pending ??= { type: 'opened', request, answer: log.open(request) };
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

describe('quotes', () => {
  const quotesOf = (state: ChannelState) => state.messages.map(({ replyTo }) => replyTo);

  it('TLK-004 follow edits, deletions and removed authors of messages that are not loaded', () => {
    const log = new ChannelLog(80);
    log.append({ userId: 'u-other' }, 5);
    const state = fresh(log);
    const events = [...edit(log, 5, 'edited'), ...edit(log, 5, 'again')];
    const edited = after(state, ...events, ...events.toReversed());
    expect(edited.messages.at(-1)?.replyTo).toMatchObject({ seq: 5, rev: 83, content: 'again' });
    const removed = after(edited, ...deletion(log, 5), ...removal(log, 'u-juno'));
    expect(quotesOf(removed)).toEqual(log.messages.slice(31).map(({ replyTo }) => replyTo));
    expect(removed.messages.at(-1)).toMatchObject({
      userId: 'u-other',
      replyTo: { rev: 84, content: '', isDeleted: true, userId: null, username: null },
    });
    expect(isUpToDate(removed)).toBe(true);
  });

  it('TLK-004 follow changes that the client missed', () => {
    const log = new ChannelLog(80);
    log.append({}, 5);
    const state = fresh(log);
    log.edit(5, 'missed');
    const whole = open(after(state, { type: 'created', messages: [log.append({})] }), log);
    expect(whole.messages.at(-2)?.replyTo).toMatchObject({ content: 'missed' });
    expect([oldestLoaded(whole), whole.buffered, isUpToDate(whole)]).toEqual([32, [], true]);
  });

  it('TLK-004 are not set back by a page that was read before a change', () => {
    const log = new ChannelLog(80);
    log.append({}, 79);
    for (let more = 0; more < 50; more += 1) log.append({});
    const state = after(fresh(log), { type: 'evicted', from: 82, to: 100 });
    const page = log.messages.slice(71, 81);
    const now = after(state, ...edit(log, 79, 'edited'), {
      type: 'older',
      epoch: state.epoch,
      messages: page,
    });
    expect(now.messages.find(({ seq }) => seq === 81)?.replyTo).toMatchObject({ content: 'edited' });
  });
});

describe('newestVersion', () => {
  it('follows changes of a message that is not loaded, and keeps a newer one', () => {
    const log = new ChannelLog(80);
    const first = message({ seq: 1 });
    const state = fresh(log);
    expect(newestVersion(first, state)).toBe(first);
    const edited = after(state, ...edit(log, 1, 'edited'));
    expect(newestVersion(first, edited)).toMatchObject({ content: 'edited', rev: 81 });
    const newer = { ...first, rev: 90, content: 'fetched' };
    expect(newestVersion(newer, edited)).toBe(newer);
    const gone = after(edited, ...deletion(log, 1), ...removal(log, 'u-juno'));
    expect(newestVersion(first, gone)).toMatchObject({ content: '', deletedAt: DELETED_AT, author: null });
  });
});

describe('reduceChannel', () => {
  it('LIV-009 LIV-010 TLK-524 converges on the server’s state in 400 random runs', () => {
    for (let seed = 0; seed < 400; seed += 1) {
      const { log, state } = randomRun(seed);
      const whole = open(recover(state, log), log);
      expect({ seed, seq: whole.seq }).toEqual({ seed, seq: log.messages.length });
      expect({ seed, first: whole.firstSeq }).toEqual({ seed, first: log.firstSeq });
      expect(oldestLoaded(whole) === 0 || oldestLoaded(whole) >= log.firstSeq).toBe(true);
      const expected = log.messages.slice(Math.max(0, oldestLoaded(whole) - 1), newestLoaded(whole));
      expect({ seed, messages: withoutTimes(whole.messages) }).toEqual({
        seed,
        messages: withoutTimes(expected),
      });
    }
  });

  it('LIV-010 needs no recovery when all events arrive in order', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const random = seededRandom(seed);
      const upTo = (bound: number) => Math.floor(random() * bound);
      const log = new ChannelLog(60);
      let state = fresh(log);
      for (let step = 0; step < 100; step += 1) {
        const seq = 1 + upTo(log.messages.length);
        const events = [
          (): ChannelEvent[] => [{ type: 'created', messages: [log.append({}), log.append({})] }],
          () => edit(log, seq, `edit ${step}`),
          () => deletion(log, seq),
          (): ChannelEvent[] => [{ type: 'created', messages: [log.append({ userId: `u-${step}` })] }],
          () => removal(log, `u-${upTo(step + 1)}`),
        ][upTo(5)]?.();
        state = after(state, ...(events ?? []));
        expect([seed, step, isUpToDate(state)]).toEqual([seed, step, true]);
      }
      expect(withoutTimes(state.messages)).toEqual(withoutTimes(log.messages.slice(10)));
    }
  });

  it('LIV-010 needs no recovery when all packets arrive, shuffled and repeated', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const random = seededRandom(seed);
      const log = new ChannelLog(20);
      const packets = Array.from({ length: 30 }, () => message(log.append({})));
      const shuffled = [...packets, ...packets]
        .map((each) => ({ each, at: random() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ each }): ChannelEvent => ({ type: 'created', messages: [each] }));
      const state = after(fresh(new ChannelLog(20)), ...shuffled);
      expect(state.messages).toEqual(log.messages);
      expect(isUpToDate(state)).toBe(true);
    }
  });
});
