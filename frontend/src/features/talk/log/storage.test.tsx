import { beforeEach, describe, expect, it } from '@jest/globals';
import { play } from '@oniverse/contracts';
import { HttpResponse } from 'msw';
import { recordOwner, storeSession } from '../../../api/stored-session.js';
import { endPage } from '../../../session/page-end.js';
import { deleteUnsent, deleteUnsentOfOthers } from '../../../session/unsent-texts.js';
import { picture } from '../../../testing/attachments.js';
import { message } from '../../../testing/live-server.js';
import { resetMessages } from '../../../testing/messages.js';
import { mock } from '../../../testing/mock.js';
import { applyToChannel, learnThread, updateOperations, useLog } from './log.store.js';
import type { Operation, PlayOperation, SendOperation } from './operations.js';
import { discard, TAB } from './sender.js';
import { restoreOperations } from './storage.js';

const entry = (id: string, given: Partial<SendOperation> = {}): SendOperation => ({
  kind: 'send',
  id,
  talkId: 'tonight',
  userId: 'u-vesper',
  content: `text ${id}`,
  draftRev: 0,
  at: new Date().toISOString(),
  tab: TAB,
  state: 'waiting',
  ...given,
});
const pending = () => useLog.getState().operations;
const ids = () => pending().map(({ id }) => id);
const put = (...operations: Operation[]) => updateOperations(() => operations);

/** Ends the page without notice, as a crash or a discarded tab does: what is in storage stays. */
function crash(): void {
  const stored = Object.entries(localStorage);
  resetMessages();
  for (const [key, value] of stored) localStorage.setItem(key, value);
}
/** Leaves operations of a page that is gone. */
function leave(...operations: Operation[]): void {
  put(...operations);
  crash();
}
const keyOf = (id: string) => `oni-unsent:u-vesper:${id}`;
function changeInOtherTab(id: string, operation: Operation | null): void {
  const key = keyOf(id);
  if (operation) localStorage.setItem(key, JSON.stringify(operation));
  else localStorage.removeItem(key);
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

/** Locks that are free while nobody holds them, as those of closed tabs are. */
function mockLocks() {
  const waiting = new Map<string, () => void>();
  const locks = { request: (name: string, callback: () => void) => waiting.set(name, callback) };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  return { close: (tab: string) => waiting.get(`oni-tab ${tab}`)?.(), watched: () => [...waiting.keys()] };
}

beforeEach(() => {
  storeSession('known-session');
  recordOwner('known-session', 'u-vesper');
});

describe('what an earlier page had not sent', () => {
  it('TLK-131 outlasts a crash and the next one, with its nonces and refusals', () => {
    leave(entry('a'), entry('b', { state: 'refused', problem: { message: 'No.' } }));
    for (const _time of ['first', 'second']) {
      restoreOperations('u-vesper');
      expect(pending()).toMatchObject([
        { id: 'a', content: 'text a' },
        { id: 'b', state: 'refused', problem: { message: 'No.' } },
      ]);
      crash();
    }
  });

  it('TLK-577 outlasts a crash if it is a move, however long ago', () => {
    mock(play, () => HttpResponse.error());
    const at = new Date(Date.now() - 2 * 24 * 60 * 60_000).toISOString();
    const { content: _content, draftRev: _rev, ...common } = entry('a', { at, tab: 'gone' });
    const move: PlayOperation = { ...common, kind: 'play', command: 'move', move: 'Be3' };
    localStorage.setItem(keyOf('a'), JSON.stringify(move));
    restoreOperations('u-vesper');
    expect(pending()).toMatchObject([{ id: 'a', command: 'move', move: 'Be3', tab: TAB }]);
    expect(pending()[0]?.state).not.toBe('refused');
  });

  it('TLK-286 keeps its files, and that one of them is gone', () => {
    const attachments = [picture({ alt: 'Ridges at dusk' })];
    const problem = { message: 'A file is gone.', lacksFile: true };
    leave(entry('a', { content: '', attachments }), entry('b', { attachments, state: 'refused', problem }));
    restoreOperations('u-vesper');
    expect(pending()).toMatchObject([
      { id: 'a', content: '', attachments },
      { id: 'b', problem },
    ]);
  });

  it('TLK-131 waits for its author if it is a message that is older than an hour', () => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    for (const [id, minutes] of Object.entries({ old: 61, new: 59 })) {
      localStorage.setItem(keyOf(id), JSON.stringify(entry(id, { tab: 'gone', at: ago(minutes) })));
    }
    restoreOperations('u-vesper');
    expect(pending()).toMatchObject([
      { id: 'old', state: 'refused', problem: { message: 'You left the page before it went out.' } },
      { id: 'new', tab: TAB },
    ]);
    expect(pending()[1]?.state).not.toBe('refused');
  });

  it('TLK-131 is in storage as soon as it is asked for, and first replies move with their thread', () => {
    put(entry('a', { talkId: 'm-1', startsThread: true }));
    expect(Object.values(localStorage)).toContainEqual(expect.stringContaining('"talkId":"m-1"'));
    learnThread('u-vesper', 'm-1', 'thread-1');
    crash();
    restoreOperations('u-vesper');
    expect(pending()).toMatchObject([{ id: 'a', talkId: 'thread-1' }]);
  });

  it('TLK-131 leaves the storage when the server has it or the member discards it', () => {
    put(entry('sent', { state: 'stored', seq: 3 }), entry('shown'), entry('discarded'), entry('refused'));
    const discarded = pending().find(({ id }) => id === 'discarded');
    if (discarded) discard(discarded);
    showInChannel('shown');
    crash();
    restoreOperations('u-vesper');
    expect(ids()).toEqual(['refused']);
  });

  it('TLK-175 is never shown to another member, and deleted after a week', () => {
    const old = '2026-03-05T20:41:00.000Z';
    leave(entry('a'), entry('old', { at: old }));
    deleteUnsentOfOthers('u-otto');
    restoreOperations('u-otto');
    expect(pending()).toEqual([]);
    restoreOperations('u-vesper');
    expect(ids()).toEqual(['a']);
  });

  it('TLK-174 is not stored again once a sign-out has deleted it', () => {
    put(entry('a'));
    deleteUnsent('u-vesper');
    endPage(() => undefined);
    updateOperations((all) => all.map((one) => ({ ...one, attempts: 1 })));
    expect(localStorage.getItem(keyOf('a'))).toBeNull();
  });

  it('is not restored if it is already pending', () => {
    leave(entry('a'));
    put(entry('a'));
    restoreOperations('u-vesper');
    expect(ids()).toEqual(['a']);
  });

  it('TLK-131 is restored in the order of writing', () => {
    leave(entry('b', { at: new Date(Date.now() + 60_000).toISOString() }));
    leave(entry('a'));
    restoreOperations('u-vesper');
    expect(ids()).toEqual(['a', 'b']);
  });

  it('is restored from the list and the messages of the previous release', () => {
    const message = (nonce: string) => ({
      nonce,
      channelId: 'tonight',
      userId: 'u-vesper',
      content: nonce,
      writtenAt: new Date().toISOString(),
    });
    localStorage.setItem('oni-unsent:u-vesper', JSON.stringify([message('a')]));
    localStorage.setItem(keyOf('b'), JSON.stringify(message('b')));
    restoreOperations('u-vesper');
    expect(ids().toSorted()).toEqual(['a', 'b']);
    expect(
      Object.keys(localStorage)
        .filter((key) => key.startsWith('oni-unsent'))
        .toSorted(),
    ).toEqual(['a', 'b'].map(keyOf));
  });

  it('is ignored if the stored value is malformed', () => {
    localStorage.setItem('oni-unsent:u-vesper', '[{"nonce":1}]');
    localStorage.setItem(keyOf('a'), 'nonsense');
    restoreOperations('u-vesper');
    expect(pending()).toEqual([]);
  });

  it('is removed when the channel contains it', () => {
    leave(entry('a'));
    restoreOperations('u-vesper');
    showInChannel('a');
    expect(pending()).toEqual([]);
  });
});

describe('operations of other tabs', () => {
  it('TLK-131 are seen, and leave when the other tab sent or discarded them', () => {
    mockLocks();
    put(entry('a'), entry('stored', { state: 'stored' }));
    changeInOtherTab('b', entry('b', { tab: 'there' }));
    expect(ids()).toEqual(['a', 'stored', 'b']);
    expect(localStorage.getItem(keyOf('b'))).toContain('"tab":"there"');
    changeInOtherTab('stored', null);
    changeInOtherTab('b', null);
    expect(ids()).toEqual(['a', 'stored']);
  });

  it('TLK-172 are sent by this tab once the other is closed, unless a third was first', () => {
    const { close } = mockLocks();
    const there = entry('a', { tab: 'there' });
    localStorage.setItem(keyOf('a'), JSON.stringify(there));
    restoreOperations('u-vesper');
    expect(pending()).toMatchObject([{ tab: 'there' }]);
    localStorage.setItem(keyOf('a'), JSON.stringify({ ...there, tab: 'third' }));
    close('there');
    expect(pending()).toMatchObject([{ tab: 'there' }]);
    changeInOtherTab('a', { ...there, tab: 'third' });
    localStorage.setItem(keyOf('a'), JSON.stringify({ ...there, tab: 'third' }));
    close('third');
    expect(pending()).toMatchObject([{ tab: TAB }]);
    expect(localStorage.getItem(keyOf('a'))).toContain(TAB);
  });
});

describe('the room for what is not sent', () => {
  it('TLK-173 is 500 operations; more stay in the page, which says so, and none is dropped', () => {
    const all = Array.from({ length: 501 }, (_item, index) => entry(`n-${index}`));
    put(...all);
    const storedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('oni-unsent'));
    expect(storedKeys()).toHaveLength(500);
    expect(pending()).toHaveLength(501);
    expect(useLog.getState().isFull).toBe(true);
    updateOperations((operations) => operations.slice(1));
    expect(storedKeys()).toContain(keyOf('n-500'));
    expect(useLog.getState().isFull).toBe(false);
  });

  it('TLK-173 is a million characters', () => {
    put(
      entry('a', { content: 'x'.repeat(600_000) }),
      entry('b', { content: 'x'.repeat(600_000) }),
      entry('c'),
    );
    expect(Object.keys(localStorage)).toEqual(expect.arrayContaining([keyOf('a'), keyOf('c')]));
    expect(Object.keys(localStorage)).not.toContain(keyOf('b'));
    expect(useLog.getState().isFull).toBe(true);
  });
});

function showInChannel(nonce: string): void {
  const messages = [message({ seq: 1, nonce, userId: 'u-vesper' })];
  applyToChannel('tonight', {
    type: 'opened',
    request: { channelId: 'tonight' },
    answer: { messages, changed: [], firstSeq: 1, lastSeq: 1, lastRev: 1, more: false },
  });
}
