import { describe, expect, it } from '@jest/globals';
import { attachment, picture } from '../../../testing/attachments.js';
import { message } from '../../../testing/live-server.js';
import { formatDay, buildRows, formatTime, indexesOfFiles, usualHeight } from './message-rows.js';

const at = (minutes: number) => new Date(2026, 2, 5, 23, minutes).toISOString();
const messageAt = (seq: number, minutes: number, userId: string | null) =>
  message({ seq, userId, createdAt: at(minutes) });

describe('the rows of a conversation', () => {
  it('DIM-020 show the time in 24 hours', () => {
    expect(formatTime(new Date(2026, 2, 5, 21, 4).toISOString())).toBe('21:04');
    expect(formatTime(new Date(2026, 2, 5, 0, 7).toISOString())).toBe('00:07');
  });

  it.each([
    [new Date(2026, 2, 5, 1), 'Thursday'],
    // Midnight belongs to the day that it starts.
    [new Date(2026, 1, 27), 'Friday'],
    [new Date(2026, 1, 26, 23, 59), 'Thursday 26 February'],
    [new Date(2025, 11, 31), '31 December 2025'],
  ])('show the weekday of the last seven days, and the date before that: %s is %s', (then, label) => {
    expect(formatDay(then.toISOString(), new Date(2026, 2, 5, 12))).toBe(label);
  });

  it('have a divider at the start of a day', () => {
    const rows = buildRows([messageAt(1, 58, 'a'), messageAt(2, 59, 'a'), messageAt(3, 61, 'a')], []);
    expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'message', 'day', 'message']);
  });

  it('TLK-287 leave space for the files of a message, and are found by those that are in use', () => {
    const plain = messageAt(1, 0, 'a');
    const rows = buildRows([{ ...plain, attachments: [picture({ id: 'p' })] }], []);
    expect(usualHeight(rows)).toBeGreaterThan(usualHeight(buildRows([plain], [])) + 100);
    expect(indexesOfFiles(rows, ['p', 'elsewhere'])).toEqual([1]);
    expect(indexesOfFiles(buildRows([message({ seq: 1, attachments: [attachment()] })], []), ['p'])).toEqual(
      [],
    );
  });

  const continued = (...args: Parameters<typeof buildRows>) =>
    buildRows(...args).flatMap((row) => (row.kind === 'message' ? [row.continues] : []));

  it('TLK-081 group messages of one author until a pause or another author', () => {
    const messages = [
      messageAt(1, 0, 'a'),
      messageAt(2, 4, 'a'),
      messageAt(3, 4, 'b'),
      messageAt(4, 4, 'a'),
      messageAt(5, 9, 'a'),
    ];
    expect(continued(messages, [])).toEqual([false, true, false, false, false]);
  });

  it('TLK-081 start a group at a reply, at the divider of unread messages, and around a deleted or folded message', () => {
    const messages = [1, 2, 3, 4, 5, 6].map((seq) => messageAt(seq, 0, 'a'));
    expect(continued(messages, [], { after: 2, me: 'me', notLoaded: 0 })).toEqual([
      false,
      true,
      false,
      true,
      true,
      true,
    ]);
    const [first, second, third, ...others] = messages;
    if (!first || !second || !third) throw new Error('There are six messages');
    const quote = { seq: 1, rev: 1, userId: 'a', username: 'ash', content: 'x', isDeleted: false };
    expect(continued([first, { ...second, replyTo: quote }, third], [])).toEqual([false, false, true]);
    const deleted = { ...second, deletedAt: at(1) };
    expect(continued([first, deleted, third, ...others], [])).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
    const folding = { hidden: new Map([['a', 'muted'] as const]), shownIds: new Set([first.id, third.id]) };
    expect(continued([first, second, third], [], undefined, undefined, folding)).toEqual([false, false]);
  });

  it('never group messages of former members', () => {
    const rows = buildRows([messageAt(1, 0, null), messageAt(2, 1, null)], []);
    expect(rows.flatMap((row) => (row.kind === 'message' ? [row.continues] : []))).toEqual([false, false]);
  });

  it('end with the pending messages', () => {
    const entry = { id: 'n', talkId: 'tonight', userId: 'a', content: 'x', at: at(1), tab: '', draftRev: 0 };
    const rows = buildRows([messageAt(1, 0, 'a')], [{ ...entry, kind: 'send', state: 'sending' }]);
    expect(rows.at(-1)).toMatchObject({ kind: 'pending', key: 'n', continues: true });
  });

  it('SAF-030 fold messages of hidden authors until a shown message or the divider of unread ones', () => {
    const messages = ['a', 'a', 'b', 'a', 'a', 'c'].map((author, index) =>
      messageAt(index + 1, index, author),
    );
    const folding = {
      hidden: new Map([['a', 'blocked'] as const, ['b', 'muted'] as const]),
      shownIds: new Set(['m-2']),
    };
    const line = { after: 4, me: 'me', notLoaded: 0 };
    const shapes = buildRows(messages, [], line, undefined, folding).map((row) =>
      row.kind === 'folded' ? row.messages.map(({ seq }) => seq) : row.kind,
    );
    expect(shapes).toEqual(['day', [1], 'message', [3, 4], 'unread', [5], 'message']);
  });

  it('are estimated higher with a quote and reactions', () => {
    const heightOf = (shown: ReturnType<typeof messageAt>) => usualHeight(buildRows([shown], []).slice(1));
    const plain = messageAt(1, 0, 'a');
    const quote = { seq: 1, rev: 1, userId: 'b', username: 'b', content: 'x', isDeleted: false };
    const reactions = [{ emoji: '🪐', count: 1, first: [] }];
    expect(heightOf({ ...plain, replyTo: quote })).toBeGreaterThan(heightOf(plain));
    expect(heightOf({ ...plain, reactions })).toBeGreaterThan(heightOf(plain));
  });
});
