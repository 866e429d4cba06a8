import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  addReaction,
  deleteMessage,
  editMessage,
  listMessages,
  type MessageView,
  type Standing,
} from '@oniverse/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createQueryClient } from '../../../api/query-client.js';
import { recordOwner } from '../../../api/stored-session.js';
import { problem } from '../../../testing/call-handler.js';
import { expectConsoleError } from '../../../testing/console-errors.js';
import { getConnection } from '../../../live/connection.store.js';
import { retryNow } from '../../../live/live.js';
import { attachment } from '../../../testing/attachments.js';
import { installLayout } from '../../../testing/layout.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { LiveServer } from '../../../testing/live-server.js';
import type { HiddenById } from '../../safety/safety/index.js';
import { MessageDialogs } from './message-dialogs.js';
import { beginEdit } from './messages.changes.js';
import { MessageList } from './message-list.js';
import { sendMessage } from '../log/sender.js';
import { draftIn, getChannel, useLog } from '../log/log.store.js';

const names = { username: 'vesper', displayName: null, profileImageUrl: null };
const me = { id: 'u-vesper', ...names, standing: 'member' as const, isLocked: false };
const mine = { userId: me.id, author: names };
let live: LiveServer;

const reads: number[] = [];
const keepRead = (seq: number) => void reads.push(seq);
const NOBODY: HiddenById = new Map();
interface Shown {
  readSeq?: number;
  unreadCount?: number;
  mentionCount?: number;
  standing?: Standing;
  isLocked?: boolean;
  hidden?: HiddenById | undefined;
  targetSeq?: number;
}
const openedOf = ({ readSeq, unreadCount = 0, mentionCount = 0 }: Shown) =>
  readSeq === undefined ? null : { readSeq, unreadCount, mentionCount };
const listOf = (given: Shown = {}) => (
  <MessageList
    channelId="tonight"
    channelName="tonight"
    me={{ ...me, standing: given.standing ?? me.standing, isLocked: given.isLocked ?? false }}
    hidden={'hidden' in given ? given.hidden : NOBODY}
    opened={openedOf(given)}
    targetSeq={given.targetSeq}
    onRead={keepRead}
    onShowMember={() => undefined}
  />
);
const show = (given: Shown = {}) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      {listOf(given)}
      <MessageDialogs />
    </QueryClientProvider>,
  );
const lines = () => within(screen.getByRole('region'));
const send = (text: string) => act(() => sendMessage({ talkId: 'tonight', userId: me.id }, text));

beforeEach(installLayout);
beforeEach(() => {
  signIn({ id: 'u-vesper' });
  recordOwner('known-session', 'u-vesper');
  reads.length = 0;
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  live = new LiveServer();
  live.start();
});

describe('the conversation', () => {
  it('DIM-021 invites the member to write the first message', async () => {
    show();
    expect(await screen.findByText('No messages yet.')).toBeInTheDocument();
    expect(screen.getByText('Be the first to start the conversation!')).toBeInTheDocument();
  });

  it('DIM-020 GAP-132 shows time, handle and content, and carries the user id', async () => {
    const createdAt = new Date(2026, 2, 5, 21, 4).toISOString();
    live.channelLog('tonight').append({ content: 'Roof is open.', createdAt });
    show();
    const text = await lines().findByText('Roof is open.');
    const line = text.closest<HTMLElement>('.message');
    expect(line).toHaveAttribute('data-user-id', 'u-juno');
    expect(line).toHaveTextContent('21:04@juno_9Roof is open.');
    expect(line?.querySelector('time')).toHaveAttribute('datetime', createdAt);
  });

  it('NXT-530 prints every loaded message', async () => {
    const log = live.channelLog('tonight');
    for (let number = 1; number <= 40; number += 1) log.append({ content: `message ${number}` });
    const { container } = show();
    await lines().findByText('message 40');
    const contents = (list: Element | null) =>
      [...(list?.querySelectorAll('.message[data-seq] .message__content') ?? [])].map(
        ({ textContent }) => textContent,
      );
    fireEvent(window, new Event('beforeprint'));
    const paper = contents(container.querySelector('.talk__paper'));
    expect([paper.length, paper[0], paper.at(-1)]).toEqual([40, 'message 1', 'message 40']);
    fireEvent(window, new Event('afterprint'));
    expect(container.querySelector('.talk__paper')).toBeNull();
  });

  it('LIV-002 shows, highlights and announces a message that arrives live', async () => {
    live.channelLog('tonight').append({ content: 'before' });
    show();
    await lines().findByText('before');
    live.postMessage('tonight', { content: 'Meteor!' });
    const text = await lines().findByText('Meteor!');
    expect(text.closest('.message')).toHaveClass('is-live');
    expect(lines().getByText('before').closest('.message')).not.toHaveClass('is-live');
    expect(screen.getByRole('log')).toHaveTextContent('juno_9: Meteor!');
  });

  it('announces new messages of others once, but neither history nor own messages', async () => {
    live.channelLog('tonight').append({ content: 'history' });
    show();
    await lines().findByText('history');
    const log = screen.getByRole('log');
    expect(log).toBeEmptyDOMElement();
    send('my own words');
    await waitFor(() =>
      expect(lines().getByText('my own words').closest('.message')).not.toHaveClass('is-sending'),
    );
    live.postMessage('tonight', { content: 'a marker' });
    await lines().findByText('a marker');
    expect([...log.children].map(({ textContent }) => textContent)).toEqual(['juno_9: a marker']);
    live.edit('tonight', 3, 'the marker');
    await lines().findByText('the marker');
    expect(log).not.toHaveTextContent('the marker');
  });

  it('TLK-289 names a message without a text, announces it, and says so once its files are gone', async () => {
    const log = live.channelLog('tonight');
    log.append({ content: '', attachments: [attachment({ name: 'notes.pdf' })] });
    show();
    await lines().findByText('notes.pdf');
    live.postMessage(
      'tonight',
      { content: '', userId: 'u-otto', attachments: [attachment({ id: 'a-2' })] },
      1,
    );
    expect(await lines().findByRole('button', { name: /^Reply to juno_9 ?: A file$/u })).toBeInTheDocument();
    expect(screen.getByRole('log')).toHaveTextContent('juno_9, to juno_9: A file');
    live.removeAuthor('tonight', 'u-otto');
    expect(await lines().findByText('Its files are gone.')).toBeInTheDocument();
    live.delete('tonight', 1);
    await waitFor(() => expect(lines().queryByText('notes.pdf')).toBeNull());
  });

  it('TLK-289 keeps the files of a message below it while its text is edited', async () => {
    live
      .channelLog('tonight')
      .append({ ...mine, content: '', attachments: [attachment({ name: 'notes.pdf' })] });
    const user = userEvent.setup({ delay: null });
    show();
    await lines().findByText('notes.pdf');
    await user.click(screen.getByRole('button', { name: 'Actions for the message by vesper' }));
    expect(screen.queryByRole('menuitem', { name: 'Copy text' })).toBeNull();
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    expect(await screen.findByRole('textbox', { name: 'Edit message' })).toHaveValue('');
    expect(lines().getByText('notes.pdf')).toBeInTheDocument();
  });

  it('renews the labels of days while it stays open', async () => {
    const createdAt = new Date();
    live.channelLog('tonight').append({ content: 'today', createdAt: createdAt.toISOString() });
    show();
    await lines().findByText('today');
    const label = () => screen.getByRole('separator').getAttribute('aria-label');
    expect(label()).toBe(createdAt.toLocaleDateString('en', { weekday: 'long' }));
    const inAWeek = new Date(createdAt.getFullYear(), createdAt.getMonth(), createdAt.getDate() + 7);
    jest.spyOn(Date, 'now').mockReturnValue(inAWeek.getTime());
    // The page was hidden until then.
    fireEvent(document, new Event('visibilitychange'));
    expect(label()).toMatch(new RegExp(`\\b${createdAt.getDate()}\\b`, 'u'));
  });

  it('labels the dividers for screen readers', async () => {
    const createdAt = new Date(2026, 2, 5, 21, 4).toISOString();
    live.channelLog('tonight').append({ content: 'read', createdAt });
    live.channelLog('tonight').append({ content: 'new', createdAt });
    show({ readSeq: 1 });
    await lines().findByText('new');
    expect(screen.getAllByRole('separator').map((line) => line.getAttribute('aria-label'))).toEqual([
      expect.stringMatching(/5 March/),
      '1 new since 21:04',
    ]);
  });

  it('marks own messages, messages of former members and deleted ones', async () => {
    live.channelLog('tonight').append({ ...mine, content: 'mine' });
    live.channelLog('tonight').append({ userId: null, author: null, content: 'farewell' });
    live.channelLog('tonight').append({ content: '', deletedAt: '2026-03-05T21:00:00.000Z' });
    show();
    expect((await lines().findByText('mine')).closest('.message')).toHaveClass('is-me');
    expect(lines().getByText('farewell').closest('.message')).toHaveTextContent('former member');
    expect(lines().getByText('This message was deleted.')).toBeInTheDocument();
  });

  it('GAP-043 replaces the name of a member who erases the account, live and after a reconnect', async () => {
    live.channelLog('tonight').append({ content: 'farewell' });
    live.channelLog('tonight').append({ userId: 'u-ash', content: 'me too' });
    show();
    const line = async (text: string) => (await lines().findByText(text)).closest('.message');
    expect(await line('farewell')).toHaveTextContent('@juno_9');
    live.removeAuthor('tonight', 'u-juno');
    await waitFor(async () => expect(await line('farewell')).toHaveTextContent('former member'));
    expect(await line('farewell')).not.toHaveAttribute('data-user-id');
    expect(await line('me too')).toHaveTextContent('@juno_9');
    live.disconnectAll();
    await waitFor(() => expect(getConnection().status).toBe('lost'));
    live.removeAuthor('tonight', 'u-ash');
    retryNow();
    await waitFor(async () => expect(await line('me too')).toHaveTextContent('former member'));
  });

  it('GAP-133 marks an edited message', async () => {
    live.channelLog('tonight').append({ content: 'first' });
    live.channelLog('tonight').edit(1, 'second');
    show();
    expect((await lines().findByText('second')).closest('.message')).toHaveTextContent('(edited)');
  });

  it('LIV-010 shows an own message as pending at once, and once after it is stored', async () => {
    live.channelLog('tonight').append({ content: 'before' });
    show();
    await lines().findByText('before');
    send('hello');
    expect(lines().getByText('hello').closest('.message')).toHaveClass('is-sending');
    await waitFor(() => expect(lines().getByText('hello').closest('.message')).not.toHaveClass('is-sending'));
    expect(lines().getAllByText('hello')).toHaveLength(1);
    expect(live.channelLog('tonight').messages).toHaveLength(2);
  });

  it('GAP-130 says when a message that the server holds up is tried again, and those behind it wait', async () => {
    live.onSend = () => ({ ok: false, code: 'rate_limited', message: 'Too many requests.', retryAfter: 7 });
    const user = userEvent.setup({ delay: null });
    show();
    await screen.findByText('No messages yet.');
    send('too fast');
    send('much too fast');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Not sent. Too many requests. Next attempt in 7 s.',
    );
    expect(lines().getByText('much too fast').closest('.message')).toHaveClass('is-sending');
    live.onSend = () => undefined;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(live.channelLog('tonight').messages).toHaveLength(2));
    expect(await lines().findAllByText('too fast')).toHaveLength(1);
  });

  it('GAP-130 offers to discard a refused message', async () => {
    live.onSend = () => ({ ok: false, code: 'not_a_member', message: 'Join first.' });
    const user = userEvent.setup({ delay: null });
    show();
    await screen.findByText('No messages yet.');
    send('not for me');
    expect(await screen.findByRole('alert')).toHaveTextContent('Not sent. Join first.');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(lines().queryByText('not for me')).toBeNull();
  });

  it('does not scroll while the reader is further up, and counts new messages below', async () => {
    live.channelLog('tonight').append({ content: 'before' });
    show();
    await lines().findByText('before');
    const log = screen.getByRole('region', { name: 'Messages in #tonight' });
    Object.defineProperties(log, { scrollHeight: { value: 5_000 }, clientHeight: { value: 500 } });
    const scrollTo = (top: number) => {
      fireEvent.wheel(log);
      log.scrollTop = top;
      fireEvent.scroll(log);
    };
    scrollTo(4_500);
    expect(screen.queryByRole('button', { name: /latest/ })).toBeNull();
    scrollTo(3_000);
    expect(screen.getByRole('button', { name: 'Jump to latest' })).toBeInTheDocument();
    live.postMessage('tonight', { content: 'one' });
    live.postMessage('tonight', { content: 'two' });
    const jump = await screen.findByRole('button', { name: '2 new, jump to latest' });
    fireEvent.click(jump);
    expect(screen.queryByRole('button', { name: /latest/ })).toBeNull();
    scrollTo(2_000);
    send('my own words');
    expect(screen.queryByRole('button', { name: /latest/ })).toBeNull();
  });

  it('NXT-412 stays at the end while measured rows move it up, until the reader scrolls', async () => {
    live.channelLog('tonight').append({ content: 'before' });
    show();
    await lines().findByText('before');
    const log = screen.getByRole('region', { name: 'Messages in #tonight' });
    Object.defineProperties(log, { scrollHeight: { value: 5_000 }, clientHeight: { value: 500 } });
    const moveTo = (top: number) => {
      log.scrollTop = top;
      fireEvent.scroll(log);
    };
    fireEvent.wheel(log);
    moveTo(3_000);
    moveTo(2_900);
    fireEvent.click(screen.getByRole('button', { name: 'Jump to latest' }));
    // Rows turn out lower than estimated, then others higher.
    moveTo(4_100);
    moveTo(3_950);
    expect(screen.queryByRole('button', { name: /latest/ })).toBeNull();
    fireEvent.wheel(log);
    moveTo(3_900);
    expect(screen.getByRole('button', { name: 'Jump to latest' })).toBeInTheDocument();
  });

  it('shows one count of new messages: from the divider, then since the last read', async () => {
    for (const content of ['read', 'new', 'newer']) live.channelLog('tonight').append({ content });
    show({ readSeq: 1 });
    const log = screen.getByRole('region', { name: 'Messages in #tonight' });
    Object.defineProperties(log, { scrollHeight: { value: 5_000 }, clientHeight: { value: 500 } });
    const line = () => screen.getAllByRole('separator').at(-1)?.getAttribute('aria-label');
    await screen.findByRole('button', { name: '2 new, jump to latest' });
    expect(reads).toEqual([]);
    expect(line()).toMatch(/^2 new since/u);
    live.postMessage('tonight', { content: 'newest' });
    const jump = await screen.findByRole('button', { name: '3 new, jump to latest' });
    expect(line()).toMatch(/^3 new since/u);
    expect(log).not.toContainElement(jump);
    fireEvent.click(jump);
    for (const top of [4_500, 10]) {
      fireEvent.wheel(log);
      log.scrollTop = top;
      fireEvent.scroll(log);
    }
    expect(screen.getByRole('button', { name: 'Jump to latest' })).toBeInTheDocument();
    live.postMessage('tonight', { content: 'later' });
    await screen.findByRole('button', { name: '1 new, jump to latest' });
    expect(line()).toMatch(/^new since/u);
  });

  it('draws a divider before the first unread message, keeps it, and marks everything read', async () => {
    live.channelLog('tonight').append({ content: 'read' });
    live.channelLog('tonight').append({ content: 'first new' });
    live.channelLog('tonight').append({ ...mine, content: 'own' });
    live.channelLog('tonight').append({ content: 'second new' });
    show({ readSeq: 1 });
    const line = (await screen.findByText(/^2 new since \d\d:\d\d$/)).closest('li');
    expect(line?.nextElementSibling).toHaveTextContent('first new');
    await waitFor(() => expect(reads).toEqual([4]));
    live.postMessage('tonight', { content: 'third new' });
    await lines().findByText('third new');
    expect(screen.getByText(/^3 new since/)).toBeInTheDocument();
    await waitFor(() => expect([...new Set(reads)]).toEqual([4, 5]));
  });

  it('TLK-104 offers the way to unread messages out of view, until the channel is marked as read', async () => {
    const log = live.channelLog('tonight');
    for (let seq = 1; seq <= 300; seq += 1) log.append({});
    expectConsoleError(/^Loading a page of history failed/u);
    mock(listMessages, () => problem('unavailable'));
    show({ readSeq: 20, unreadCount: 280, targetSeq: 290 });
    await lines().findByText('message 290');
    await screen.findByRole('button', { name: '280 new' });
    await userEvent.click(screen.getByRole('button', { name: 'Mark as read' }));
    expect(reads.at(-1)).toBe(300);
    expect(screen.queryByRole('button', { name: '280 new' })).toBeNull();
  });

  it('marks nothing read while another window has the focus', async () => {
    const focus = jest.spyOn(document, 'hasFocus').mockReturnValue(false);
    live.channelLog('tonight').append({ content: 'unseen' });
    show({ readSeq: 0 });
    await lines().findByText('unseen');
    expect(reads).toEqual([]);
    focus.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(reads).toContain(1));
  });

  it('GAP-133 edits an own message, keeps the text of a refused edit, and cancels with Escape', async () => {
    live.channelLog('tonight').append({ ...mine, content: 'frist' });
    let answer = (): MessageView | Response => problem('forbidden', 'Not now.');
    mock(editMessage, () => answer());
    const user = userEvent.setup({ delay: null });
    show();
    await lines().findByText('frist');
    await user.click(screen.getByRole('button', { name: 'Actions for the message by vesper' }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const field = await screen.findByLabelText('Edit message');
    await user.clear(field);
    await user.type(field, 'first{Enter}');
    const alert = within(await lines().findByRole('alert'));
    expect(alert.getByText(/^Not saved\. Not now\./u)).toBeInTheDocument();
    expect(alert.getByText('first')).toBeInTheDocument();
    expect(lines().getByText('frist')).toBeInTheDocument();
    await user.click(alert.getByRole('button', { name: 'Edit' }));
    const again = await screen.findByLabelText('Edit message');
    expect(again).toHaveValue('first');
    answer = () => live.channelLog('tonight').edit(1, 'first') ?? problem('not_found');
    await user.type(again, '{Enter}');
    expect((await lines().findByText('first')).closest('.message')).toHaveTextContent('(edited)');
    await user.click(screen.getByRole('button', { name: 'Actions for the message by vesper' }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    await user.type(await screen.findByLabelText('Edit message'), 'x{Escape}');
    expect(lines().getByText('first')).toBeInTheDocument();
  });

  it('GAP-133 confirms a deletion and leaves a tombstone', async () => {
    live.channelLog('tonight').append({ ...mine, content: 'regretted' });
    live.channelLog('tonight').append({ content: 'stays' });
    mock(deleteMessage, () => {
      live.delete('tonight', 1);
      return { ok: true };
    });
    const user = userEvent.setup({ delay: null });
    show();
    await lines().findByText('regretted');
    await user.click(screen.getByRole('button', { name: 'Actions for the message by vesper' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Delete message' }));
    expect(question.getByText('regretted')).toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Delete message' }));
    expect(await screen.findByText('This message was deleted.')).toBeInTheDocument();
    expect(screen.queryByText('regretted')).toBeNull();
    expect(lines().getByText('stays')).toBeInTheDocument();
  });

  it('GAP-133 lets staff delete but not edit messages of others; members can do neither', async () => {
    live.channelLog('tonight').append({ content: 'theirs' });
    const user = userEvent.setup({ delay: null });
    const { unmount } = show();
    await lines().findByText('theirs');
    await user.click(screen.getByRole('button', { name: 'Actions for the message by juno_9' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'React',
      'Reply',
      'Copy text',
      'Copy link',
      'Remind me',
      'Report',
      'Mute',
      'Block',
    ]);
    unmount();
    show({ standing: 'moderator' });
    await lines().findByText('theirs');
    await user.click(screen.getByRole('button', { name: 'Actions for the message by juno_9' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'React',
      'Reply',
      'Copy text',
      'Copy link',
      'Remind me',
      'Pin',
      'Report',
      'Mute',
      'Block',
      'Delete',
    ]);
  });

  it('TLK-020 reacts from the menu of a message, and shows the reaction until the server answers', async () => {
    const theirs = live.channelLog('tonight').append({ content: 'theirs' });
    const user = userEvent.setup({ delay: null });
    show();
    await lines().findByText('theirs');
    const requests = mock(addReaction, async () => new Promise(() => undefined));
    await user.click(screen.getByRole('button', { name: 'Actions for the message by juno_9' }));
    await user.click(screen.getByRole('menuitem', { name: 'React' }));
    await user.type(await screen.findByRole('combobox', { name: 'Search emoji' }), 'telescope{Enter}');
    expect(screen.getByRole('button', { name: 'vesper reacted with 🔭' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await waitFor(() => expect(requests).toMatchObject([{ id: theirs.id, emoji: '🔭' }]));
  });

  it('TLK-026 offers no reactions to readers who may not write', async () => {
    live.channelLog('tonight').append({ content: 'theirs' });
    show({ standing: 'guest' });
    await lines().findByText('theirs');
    expect(screen.queryByRole('button', { name: 'React' })).not.toBeInTheDocument();
  });

  it('TLK-179 offers a timed-out member no reaction, reply, edit or deletion, and keeps an open edit for later', async () => {
    const log = live.channelLog('tonight');
    log.append({ content: 'theirs' });
    const own = log.append({ ...mine, content: 'my words' });
    const user = userEvent.setup({ delay: null });
    const { unmount } = show();
    await lines().findByText('my words');
    act(() => beginEdit(own));
    await user.type(await screen.findByDisplayValue('my words'), '!');
    unmount();
    const timedOut = show({ standing: 'timed_out' });
    await lines().findByText('my words');
    expect(screen.queryByDisplayValue('my words!')).toBeNull();
    expect(screen.queryByRole('button', { name: 'React' })).toBeNull();
    for (const author of ['juno_9', 'vesper']) {
      await user.click(screen.getByRole('button', { name: `Actions for the message by ${author}` }));
      expect(screen.getByRole('menuitem', { name: 'Copy text' })).toBeInTheDocument();
      for (const name of ['React', 'Reply', 'Edit', 'Delete']) {
        expect(screen.queryByRole('menuitem', { name })).toBeNull();
      }
      await user.keyboard('{Escape}');
    }
    timedOut.unmount();
    show();
    expect(await screen.findByDisplayValue('my words!')).toBeInTheDocument();
  });

  it('TLK-204 offers a member in a locked channel reactions and the deletion of own messages, and no reply or edit', async () => {
    const log = live.channelLog('tonight');
    log.append({ content: 'theirs' });
    log.append({ ...mine, content: 'my words' });
    const user = userEvent.setup({ delay: null });
    const { unmount } = show({ isLocked: true });
    await lines().findByText('my words');
    const offered = async (author: string) => {
      await user.click(screen.getByRole('button', { name: `Actions for the message by ${author}` }));
      const found = ['React', 'Reply', 'Edit', 'Delete'].filter(
        (name) => screen.queryByRole('menuitem', { name }) !== null,
      );
      await user.keyboard('{Escape}');
      return found;
    };
    expect(await offered('juno_9')).toEqual(['React']);
    expect(await offered('vesper')).toEqual(['React', 'Delete']);
    unmount();
    show({ isLocked: true, standing: 'moderator' });
    await lines().findByText('my words');
    expect(await offered('vesper')).toEqual(['React', 'Reply', 'Edit', 'Delete']);
  });

  describe('TLK-084 the link to a message', () => {
    const row = (seq: number) => document.querySelector<HTMLElement>(`.message[data-seq="${seq}"]`);

    it('marks the message and moves the focus there, once', async () => {
      const log = live.channelLog('tonight');
      for (const content of ['one', 'two', 'three']) log.append({ content });
      show({ targetSeq: 2 });
      await waitFor(() => expect(row(2)).toHaveFocus());
      expect(row(2)).toHaveClass('is-named', 'is-found');
      live.postMessage('tonight', { content: 'four' });
      const region = screen.getByRole('region', { name: 'Messages in #tonight' });
      region.focus();
      await lines().findByText('four');
      expect(region).toHaveFocus();
    });

    it('loads the history around a message far back', async () => {
      const log = live.channelLog('tonight');
      for (let made = 0; made < 400; made += 1) log.append({});
      expectConsoleError(/Loading a page of history failed/u);
      mock(listMessages, ({ query: { before } }) =>
        before === '170' ? log.messages.slice(69, 169) : problem('unavailable'),
      );
      show({ targetSeq: 120 });
      await waitFor(() => expect(getChannel('tonight').messages[0]?.seq).toBe(70));
    });

    it('leads to a deleted message, which says so', async () => {
      const log = live.channelLog('tonight');
      log.append({ content: 'one' });
      log.delete(1);
      show({ targetSeq: 1 });
      await waitFor(() => expect(row(1)).toHaveFocus());
      expect(row(1)).toHaveTextContent('This message was deleted.');
    });

    it('says that the channel has no such message', async () => {
      live.channelLog('tonight').append({ content: 'one' });
      show({ targetSeq: 7 });
      await lines().findByText('one');
      expect(screen.getByText(/^This link leads to a message that does not exist/u)).toBeVisible();
    });
  });

  it('TLK-080 shows the author once in a group, and names author and time of each message to screen readers', async () => {
    const createdAt = new Date(2026, 2, 5, 21, 4).toISOString();
    for (const content of ['one', 'two']) live.channelLog('tonight').append({ content, createdAt });
    live.channelLog('tonight').append({ userId: null, author: null, content: 'farewell', createdAt });
    show();
    const rowOf = async (text: string) => (await lines().findByText(text)).closest<HTMLElement>('.message');
    const [first, second, third] = [await rowOf('one'), await rowOf('two'), await rowOf('farewell')];
    expect(second).toHaveClass('is-same');
    for (const row of [first, second]) expect(row).toHaveTextContent(/21:04@juno_9/u);
    expect([first, second, third].map((row) => row?.querySelectorAll('.avatar').length)).toEqual([1, 0, 0]);
  });

  describe('a reply', () => {
    // The tests' DOM separates a <bdi> by spaces.
    const named = (expected: string) => ({ name: (name: string) => name.replace(' :', ':') === expected });
    const quote = (name: string) => lines().findByRole('button', named(name));

    it('TLK-010 begins in the menu of a message, for those who may write', async () => {
      live.channelLog('tonight').append({ content: 'Which sock?' });
      const user = userEvent.setup({ delay: null });
      const { unmount } = show();
      await lines().findByText('Which sock?');
      await user.click(screen.getByRole('button', { name: 'Actions for the message by juno_9' }));
      await user.click(screen.getByRole('menuitem', { name: 'Reply' }));
      await waitFor(() => expect(draftIn(useLog.getState(), me.id, 'tonight').replyTo?.seq).toBe(1));
      unmount();
      show({ standing: 'guest' });
      await lines().findByText('Which sock?');
      await user.click(screen.getByRole('button', { name: 'Actions for the message by juno_9' }));
      expect(screen.queryByRole('menuitem', { name: 'Reply' })).not.toBeInTheDocument();
    });

    it('TLK-011 quotes one line of plain text, follows a deletion, and is announced with the name that it answers', async () => {
      const log = live.channelLog('tonight');
      log.append({ ...mine, content: 'Which **sock**?' });
      log.append({ content: 'Wool.' }, 1);
      show();
      expect((await quote('Reply to vesper: Which sock?')).closest('.message')).toHaveTextContent('Wool.');
      live.postMessage('tonight', { content: 'Left foot.' }, 1);
      await lines().findByText('Left foot.');
      expect(screen.getByRole('log')).toHaveTextContent('juno_9, to you: Left foot.');
      live.delete('tonight', 1);
      await waitFor(() =>
        expect(
          lines().getAllByRole('button', named('Reply to vesper: This message was deleted.')),
        ).toHaveLength(2),
      );
    });

    it('TLK-011 leads to the quoted message, and moves the focus there', async () => {
      const log = live.channelLog('tonight');
      log.append({ content: 'Which sock?' });
      log.append({ content: 'Wool.' }, 1);
      show();
      await userEvent.click(await quote('Reply to juno_9: Which sock?'));
      const target = lines()
        .getAllByText('Which sock?')
        .map((text) => text.closest('.message'))
        .find((row) => row?.getAttribute('data-seq') === '1');
      expect(target).toHaveFocus();
      expect(target).toHaveClass('is-named', 'is-found');
    });

    it('TLK-011 loads a quoted message from far back', async () => {
      const log = live.channelLog('tonight');
      for (let made = 0; made < 400; made += 1) log.append({});
      log.append({ content: 'Wool.' }, 120);
      expectConsoleError(/Loading a page of history failed/u);
      // Only the page of the jump answers.
      const pages = mock(listMessages, ({ query: { before } }) =>
        before === '170' ? log.messages.slice(69, 169) : problem('unavailable'),
      );
      show();
      await userEvent.click(await quote('Reply to juno_9: message 120'));
      await waitFor(() => expect(getChannel('tonight').messages[0]?.seq).toBe(70));
      expect(pages.filter(({ query }) => query.before === '170')).toHaveLength(1);
    });

    it('TLK-012 folds the quote of a hidden member', async () => {
      const log = live.channelLog('tonight');
      log.append({ content: 'Which sock?' });
      log.append({ ...mine, content: 'Wool.' }, 1);
      show({ hidden: new Map([['u-juno', 'muted']]) });
      expect(await quote('Reply to juno_9: 1 message hidden')).toBeInTheDocument();
      expect(lines().queryByText(/Which sock/u)).not.toBeInTheDocument();
    });

    it('TLK-013 shows its quote while it is sent, and sends which message it answers', async () => {
      const log = live.channelLog('tonight');
      log.append({ content: 'Which sock?' });
      live.onSend = () => ({ ok: false, code: 'rate_limited', message: 'Too many requests.' });
      const user = userEvent.setup({ delay: null });
      show();
      await lines().findByText('Which sock?');
      const replyTo = { seq: 1, rev: 1, userId: 'u-juno', username: 'juno_9', content: 'Which sock?' };
      act(() =>
        sendMessage({ talkId: 'tonight', userId: me.id, replyTo: { ...replyTo, isDeleted: false } }, 'Wool.'),
      );
      expect(lines().getByText('Wool.').closest('.message')).toHaveTextContent('Reply to juno_9:Which sock?');
      await screen.findByRole('alert');
      live.onSend = () => undefined;
      await user.click(screen.getByRole('button', { name: 'Retry' }));
      expect(await quote('Reply to juno_9: Which sock?')).toBeInTheDocument();
      expect(log.messages[1]?.replyTo?.seq).toBe(1);
    });
  });

  it('SAF-030 folds the messages of a hidden member into one line, which shows them once', async () => {
    const log = live.channelLog('tonight');
    const other = {
      userId: 'u-otto',
      author: { username: 'otto_n', displayName: null, profileImageUrl: null },
    };
    for (const content of ['first', 'second']) log.append({ content });
    log.append({ ...other, content: 'between' });
    show({ hidden: new Map([['u-juno', 'blocked']]) });
    await lines().findByText('between');
    expect(lines().getByText(/^2 messages hidden/u)).toBeInTheDocument();
    expect(lines().queryByText('first')).not.toBeInTheDocument();
    await userEvent.click(lines().getByRole('button', { name: 'Show' }));
    expect(await lines().findByText('first')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Messages in #tonight' })).toHaveFocus();
    live.postMessage('tonight', { content: 'third' });
    expect(await lines().findByText(/^1 message hidden/u)).toBeInTheDocument();
    expect(lines().getByText('second')).toBeInTheDocument();
    expect(screen.getByRole('log')).not.toHaveTextContent('third');
  });

  it('SAF-030 shows nothing until it is known what to fold', async () => {
    live.channelLog('tonight').append({ content: 'hello' });
    const client = createQueryClient();
    const tree = (hidden: HiddenById | undefined) => (
      <QueryClientProvider client={client}>{listOf({ hidden })}</QueryClientProvider>
    );
    const view = render(tree(undefined));
    await waitFor(() => expect(live.countRequests('channel:open')).toBe(1));
    expect(screen.queryByText('hello')).not.toBeInTheDocument();
    view.rerender(tree(new Map([['u-juno', 'muted']])));
    expect(await lines().findByText(/^1 message hidden/u)).toBeInTheDocument();
  });
});
