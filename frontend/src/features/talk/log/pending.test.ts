import { describe, expect, it } from '@jest/globals';
import { message } from '../../../testing/live-server.js';
import { type ChannelState, EMPTY_CHANNEL } from './channel.js';
import type {
  Confirmed,
  DraftOperation,
  EditOperation,
  Operation,
  Operations,
  SendOperation,
} from './operations.js';
import {
  asSending,
  dueOperations,
  movedToThread,
  type Outcome,
  retried,
  settled,
  withForeign,
  withOperation,
  withoutReached,
} from './pending.js';

const common = {
  userId: 'u-vesper',
  talkId: 'tonight',
  at: '2026-03-05T20:41:00.000Z',
  tab: 'here',
  state: 'waiting',
} as const;
const send = (id: string, given: Partial<SendOperation> = {}): SendOperation => ({
  ...common,
  kind: 'send',
  id,
  content: id,
  draftRev: 0,
  ...given,
});
const edit = (content: string, given: Partial<EditOperation> = {}): EditOperation => ({
  ...common,
  kind: 'edit',
  id: 'edit:m-3',
  messageId: 'm-3',
  seq: 3,
  content,
  base: 'Fog.',
  ...given,
});
const react = (isMine: boolean): Operation => ({
  ...common,
  kind: 'react',
  id: 'react:m-3:🪐',
  messageId: 'm-3',
  seq: 3,
  emoji: '🪐',
  isMine,
});
const remove: Operation = { ...common, kind: 'delete', id: 'delete:m-3', messageId: 'm-3', seq: 3 };
const draft = (text: string, given: Partial<DraftOperation> = {}): Operation => ({
  ...common,
  kind: 'draft',
  id: 'draft:tonight',
  text,
  ...given,
});

const shows =
  (channel: Partial<ChannelState>, more: Partial<Confirmed> = {}) =>
  (): Confirmed => ({
    channel: { ...EMPTY_CHANNEL, ready: true, ...channel },
    readSeq: 0,
    draft: { text: '', rev: 0 },
    ...more,
  });
const nothing = shows({});
const own = (seq: number, nonce: string) => message({ seq, nonce, userId: 'u-vesper' });
const idsOf = (operations: Operations) => operations.map(({ id }) => id);
const dueIn = (operations: Operations, now = 0, look = nothing) =>
  idsOf(dueOperations(operations, { userId: 'u-vesper', tab: 'here', now }, look).due);
/** Returns the list after the server answered the first operation. While it was on its way, `change` changed the list. */
function sent(operations: Operations, outcome: Outcome, change = (all: Operations) => all): Operations {
  const [first, ...others] = operations;
  if (!first) throw new Error('There is nothing to send.');
  const sending = asSending(first);
  return settled(change([sending, ...others]), sending, outcome, 0);
}

describe('pending messages', () => {
  it('LIV-010 leave once they are shown, whether the answer or the event arrives first', () => {
    const answeredFirst = withoutReached(sent([send('a'), send('b')], { is: 'answered', seq: 7 }), nothing);
    expect(idsOf(answeredFirst)).toEqual(['a', 'b']);
    const shown = shows({ messages: [own(7, 'a')], seq: 7 });
    expect(idsOf(withoutReached(answeredFirst, shown))).toEqual(['b']);
    const shownFirst = (all: Operations) => withoutReached(all, shown);
    expect(idsOf(sent([send('a'), send('b')], { is: 'answered', seq: 7 }, shownFirst))).toEqual(['b']);
  });

  it('LIV-010 stay until the channel has loaded their position', () => {
    const stored = sent([send('a')], { is: 'answered', seq: 7 });
    expect(withoutReached(stored, shows({ messages: [message({ seq: 6 })] }))).toBe(stored);
    expect(withoutReached(stored, shows({ messages: [message({ seq: 8 })] }))).toEqual([]);
  });

  it('stay when another member uses the same nonce', () => {
    const operations = [send('a')];
    expect(withoutReached(operations, shows({ messages: [message({ seq: 7, nonce: 'a' })] }))).toBe(
      operations,
    );
  });

  it('are sent one after another, in the order of writing, also behind a refused one', () => {
    const operations = [send('a'), send('b'), send('c', { talkId: 'general' })];
    expect(dueIn(operations)).toEqual(['a', 'c']);
    expect(dueIn(operations.map((one, index) => (index === 0 ? asSending(one) : one)))).toEqual(['c']);
    const refused = sent(operations, { is: 'refused', problem: { message: 'No.' } });
    expect(refused[0]).toMatchObject({ state: 'refused', problem: { message: 'No.' } });
    expect(dueIn(refused)).toEqual(['b', 'c']);
    expect(idsOf(refused[0] ? retried(refused, refused[0], 'here') : [])).toEqual(['b', 'c', 'a']);
  });

  it('hold their channel for as long as the server says, or twice as long after each silence', () => {
    const held = sent([send('a'), send('b')], { is: 'later', problem: { message: 'Slow.', retryAt: 5_000 } });
    expect(dueIn(held, 4_999)).toEqual([]);
    expect(dueIn(held, 5_000)).toEqual(['a']);
    const silent = { is: 'none', isConnected: true } as const;
    const twice = sent(sent([send('a')], silent), silent);
    expect(dueIn(twice, 999)).toEqual([]);
    expect(dueIn(twice, 1_000)).toEqual(['a']);
    expect(dueIn(sent([send('a')], { is: 'none', isConnected: false }), Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  it('of other tabs and members are not sent by this one', () => {
    expect(dueIn([send('a', { tab: 'there' }), send('b', { userId: 'u-otto' }), send('c')])).toEqual(['c']);
  });

  it('TLK-063 move into their thread once it is known, with the draft unless the thread has one', () => {
    const first = { talkId: 'm-7', startsThread: true };
    const operations = [send('a', first), draft('b', { ...first, id: 'draft:m-7' }), send('c')];
    expect(movedToThread(operations, 'm-7', 't-1', false)).toMatchObject([
      { id: 'a', talkId: 't-1', startsThread: undefined },
      { id: 'draft:t-1', talkId: 't-1', startsThread: undefined },
      { id: 'c', talkId: 'tonight' },
    ]);
    expect(idsOf(movedToThread(operations, 'm-7', 't-1', true))).toEqual(['a', 'c']);
  });
});

describe('pending changes of a message', () => {
  const stored = (content: string, emojis?: string[]) =>
    shows({
      messages: [message({ seq: 3, content })],
      own: emojis ? { 3: { rev: 3, emojis } } : {},
    });

  it('take the place of earlier ones of their kind, and are gone when they ask for what is there', () => {
    const edited = withOperation([edit('Fog!'), react(true)], edit('Rain.', { base: 'Fog!' }));
    expect(edited).toMatchObject([{ content: 'Rain.', base: 'Fog.' }, { isMine: true }]);
    expect(idsOf(withoutReached(edited, stored('Rain.')))).toEqual(['react:m-3:🪐']);
    const undone = withOperation(edited, react(false));
    expect(idsOf(withoutReached(undone, stored('Fog.', [])))).toEqual(['edit:m-3']);
    expect(withoutReached(undone, stored('Fog.', ['🪐']))).toBe(undone);
  });

  it('are sent again if they changed while they were sent, an edit with the texts that may be stored', () => {
    const outcome = { is: 'answered' } as const;
    expect(sent([react(true)], outcome, (all) => withOperation(all, react(false)))).toMatchObject([
      { isMine: false, state: 'waiting' },
    ]);
    expect(sent([edit('Fog!')], outcome, (all) => withOperation(all, edit('Rain.')))).toMatchObject([
      { content: 'Rain.', base: 'Fog.', sentTexts: ['Fog!'], state: 'waiting' },
    ]);
    expect(sent([edit('Fog!')], outcome)).toEqual([]);
    const silent = { is: 'none', isConnected: true } as const;
    expect(sent(sent([edit('Fog!')], silent), silent)).toMatchObject([{ sentTexts: ['Fog!'] }]);
  });

  it('end with the deletion of the message, which shows until the deletion arrives', () => {
    const deleted = withOperation([edit('Fog!'), react(true), send('a')], remove);
    expect(idsOf(deleted)).toEqual(['a', 'delete:m-3']);
    const answered = sent([remove], { is: 'answered' });
    expect(answered).toMatchObject([{ state: 'stored' }]);
    const gone = message({ seq: 3, content: '', deletedAt: common.at });
    expect(withoutReached(answered, shows({ messages: [gone] }))).toEqual([]);
  });

  it('are kept with the reason if they are refused, but for reactions, which are taken back', () => {
    const refusal = { is: 'refused', problem: { message: 'No.' } } as const;
    expect(sent([edit('Fog!')], refusal)).toMatchObject([{ state: 'refused', content: 'Fog!' }]);
    expect(sent([react(true)], refusal)).toEqual([]);
    expect(withOperation(sent([edit('Fog!')], refusal), edit('Fog?', { base: 'Rain.' }))).toMatchObject([
      { state: 'waiting', content: 'Fog?', base: 'Rain.', problem: undefined },
    ]);
  });
});

describe('pending drafts and read marks', () => {
  it('TLK-108 are kept as the last text, and sent only if the server could have it', () => {
    expect(withOperation([draft('Is')], draft('Is anyone'))).toMatchObject([{ text: 'Is anyone' }]);
    expect(dueIn([draft('Is')])).toEqual(['draft:tonight']);
    expect(dueIn([draft(' ')])).toEqual([]);
    expect(dueIn([draft(' ')], 0, shows({}, { draft: { text: 'Is', rev: 3 } }))).toEqual(['draft:tonight']);
    expect(dueIn([draft('x'.repeat(4_001))])).toEqual([]);
    expect(dueIn([draft('Is', { startsThread: true })])).toEqual([]);
  });

  it('TLK-107 keep the highest mark, with the time of the first one', () => {
    const mark = (seq: number, dueAt: number): Operation => ({
      ...common,
      kind: 'read',
      id: 'read:tonight',
      serverId: 's-1',
      seq,
      dueAt,
    });
    const marks = [5, 7, 6].reduce<Operations>((all, seq) => withOperation(all, mark(seq, seq)), []);
    expect(marks).toMatchObject([{ seq: 7, dueAt: 5 }]);
    expect(withoutReached(marks, shows({}, { readSeq: 7 }))).toEqual([]);
  });
});

describe('operations of another tab', () => {
  const foreign = (operation: Operation | undefined) => ({ id: 'a', userId: 'u-vesper', operation });

  it('TLK-131 are seen, replace what this tab knows, and leave when they are stored or discarded', () => {
    const there = send('a', { tab: 'there' });
    expect(withForeign([], foreign(there))).toEqual([there]);
    expect(withForeign([send('a')], foreign(there))).toEqual([there]);
    expect(withForeign([there, send('b')], foreign(undefined))).toEqual([send('b')]);
    const stored = [send('a', { state: 'stored' })];
    expect(withForeign(stored, foreign(undefined))).toBe(stored);
  });
});
