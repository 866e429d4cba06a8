import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { http, HttpResponse } from 'msw';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { storeSession } from '../../api/stored-session.js';
import { installLayout } from '../../testing/layout.js';
import { server as api } from '../../testing/server.js';
import { LiveServer } from '../../testing/live-server.js';
import { MessageList } from './message-list.js';
import { sendMessage } from './messages.sending.js';
import { forgetMessages } from './messages.store.js';

const me = { id: 'u-vesper', username: 'vesper', isMember: true, isStaff: false };
const mine = { userId: me.id, author: { username: 'vesper', displayName: null, profileImageUrl: null } };
let live: LiveServer;

const reads: number[] = [];
const keepRead = (seq: number) => void reads.push(seq);
const show = (given: { readSeq?: number; isStaff?: boolean } = {}) =>
  render(
    <MessageList
      channelId="tonight"
      channelName="tonight"
      me={{ ...me, isStaff: given.isStaff ?? false }}
      readSeq={given.readSeq ?? null}
      named={undefined}
      onRead={keepRead}
      onShowMember={() => undefined}
    />,
  );
const lines = () => within(screen.getByRole('list'));
const say = (text: string) => act(() => sendMessage('tonight', me.id, text));

beforeAll(installLayout);
beforeEach(() => {
  storeSession('known-session');
  reads.length = 0;
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  live = new LiveServer();
  live.start();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await live.stop();
  act(forgetMessages);
});

describe('the conversation', () => {
  it('DIM-021 invites to begin where nobody has written yet', async () => {
    show();
    expect(await screen.findByText('No messages yet.')).toBeInTheDocument();
    expect(screen.getByText('Be the first to start the conversation!')).toBeInTheDocument();
  });

  it('DIM-020 GAP-132 shows time, handle and content, and keeps the user id', async () => {
    const createdAt = new Date(2026, 2, 5, 21, 4).toISOString();
    live.log('tonight').append({ content: 'Roof is open.', createdAt });
    show();
    const text = await lines().findByText('Roof is open.');
    const line = text.closest<HTMLElement>('.msg');
    expect(line).toHaveAttribute('data-user-id', 'u-juno');
    expect(line).toHaveTextContent('21:04@juno_9Roof is open.');
    expect(line?.querySelector('time')).toHaveAttribute('datetime', createdAt);
  });

  it('LIV-002 shows what is said live, rings once, and reads it out', async () => {
    live.log('tonight').append({ content: 'before' });
    show();
    await lines().findByText('before');
    live.say('tonight', { content: 'Meteor!' });
    const text = await lines().findByText('Meteor!');
    expect(text.closest('.msg')).toHaveClass('is-live');
    expect(lines().getByText('before').closest('.msg')).not.toHaveClass('is-live');
    expect(screen.getByRole('log')).toHaveTextContent('juno_9: Meteor!');
  });

  it('reads out what others say from now on: no history, nothing of one’s own, and no message twice', async () => {
    live.log('tonight').append({ content: 'history' });
    show();
    await lines().findByText('history');
    const log = screen.getByRole('log');
    expect(log).toBeEmptyDOMElement();
    say('my own words');
    await waitFor(() =>
      expect(lines().getByText('my own words').closest('.msg')).not.toHaveClass('is-sending'),
    );
    live.say('tonight', { content: 'a marker' });
    await lines().findByText('a marker');
    expect([...log.children].map(({ textContent }) => textContent)).toEqual(['juno_9: a marker']);
    live.edit('tonight', 3, 'the marker');
    await lines().findByText('the marker');
    expect(log).not.toHaveTextContent('the marker');
  });

  it('names the lines across the conversation for those who cannot see them', async () => {
    const createdAt = new Date(2026, 2, 5, 21, 4).toISOString();
    live.log('tonight').append({ content: 'read', createdAt });
    live.log('tonight').append({ content: 'new', createdAt });
    show({ readSeq: 1 });
    await lines().findByText('new');
    expect(screen.getAllByRole('separator').map((line) => line.getAttribute('aria-label'))).toEqual([
      expect.stringMatching(/5 March/),
      '1 new since 21:04',
    ]);
  });

  it("marks one's own messages, those of departed members and deleted ones", async () => {
    live.log('tonight').append({ ...mine, content: 'mine' });
    live.log('tonight').append({ userId: null, author: null, content: 'farewell' });
    live.log('tonight').append({ content: '', deletedAt: '2026-03-05T21:00:00.000Z' });
    show();
    expect((await lines().findByText('mine')).closest('.msg')).toHaveClass('is-me');
    expect(lines().getByText('farewell').closest('.msg')).toHaveTextContent('departed member');
    expect(lines().getByText('This message was deleted.')).toBeInTheDocument();
  });

  it('GAP-133 says that a message was edited', async () => {
    live.log('tonight').append({ content: 'first' });
    live.log('tonight').edit(1, 'second');
    show();
    expect((await lines().findByText('second')).closest('.msg')).toHaveTextContent('(edited)');
  });

  it('LIV-010 shows an own message dim at once, and once when it is stored', async () => {
    show();
    await screen.findByText('No messages yet.');
    say('hello');
    expect(lines().getByText('hello').closest('.msg')).toHaveClass('is-sending');
    await waitFor(() => expect(lines().getByText('hello').closest('.msg')).not.toHaveClass('is-sending'));
    expect(lines().getAllByText('hello')).toHaveLength(1);
    expect(live.log('tonight').messages).toHaveLength(1);
  });

  it('GAP-130 offers to retry or discard what was refused, and says when', async () => {
    live.onSend = () => ({ ok: false, code: 'rate_limited', message: 'Too many requests.', retryAfter: 7 });
    const user = userEvent.setup({ delay: null });
    show();
    await screen.findByText('No messages yet.');
    say('too fast');
    say('much too fast');
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
    expect(screen.getAllByRole('alert')[0]).toHaveTextContent(
      'Not sent. Too many requests. Possible again in 7 s.',
    );
    await user.click(screen.getAllByRole('button', { name: 'Discard' })[1] ?? document.body);
    expect(lines().queryByText('much too fast')).toBeNull();
    live.onSend = () => undefined;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(live.log('tonight').messages).toHaveLength(1));
    expect(await lines().findAllByText('too fast')).toHaveLength(1);
  });

  it('stays put for a reader further up, and counts what came below', async () => {
    live.log('tonight').append({ content: 'before' });
    show();
    await lines().findByText('before');
    const log = screen.getByRole('region', { name: 'Messages in #tonight' });
    Object.defineProperties(log, { scrollHeight: { value: 5_000 }, clientHeight: { value: 500 } });
    const scrollTo = (top: number) => {
      log.scrollTop = top;
      fireEvent.scroll(log);
    };
    scrollTo(4_500);
    expect(screen.queryByRole('button', { name: /latest/ })).toBeNull();
    scrollTo(3_000);
    expect(screen.getByRole('button', { name: 'Jump to latest' })).toBeInTheDocument();
    live.say('tonight', { content: 'one' });
    live.say('tonight', { content: 'two' });
    const jump = await screen.findByRole('button', { name: '2 new, jump to latest' });
    fireEvent.click(jump);
    expect(screen.queryByRole('button', { name: /latest/ })).toBeNull();
    scrollTo(2_000);
    say('my own words');
    expect(screen.queryByRole('button', { name: /latest/ })).toBeNull();
  });

  it('draws a line where what is unread begins, which stays, and reads to the end', async () => {
    live.log('tonight').append({ content: 'read' });
    live.log('tonight').append({ content: 'first new' });
    live.log('tonight').append({ ...mine, content: 'own' });
    live.log('tonight').append({ content: 'second new' });
    show({ readSeq: 1 });
    const line = (await screen.findByText(/^2 new since \d\d:\d\d$/)).closest('li');
    expect(line?.nextElementSibling).toHaveTextContent('first new');
    await waitFor(() => expect(reads).toEqual([4]));
    live.say('tonight', { content: 'third new' });
    await lines().findByText('third new');
    expect(screen.getByText(/^3 new since/)).toBeInTheDocument();
    await waitFor(() => expect([...new Set(reads)]).toEqual([4, 5]));
  });

  it('reads nothing while another window has the focus', async () => {
    const focus = jest.spyOn(document, 'hasFocus').mockReturnValue(false);
    live.log('tonight').append({ content: 'unseen' });
    show({ readSeq: 0 });
    await lines().findByText('unseen');
    expect(reads).toEqual([]);
    focus.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(reads).toContain(1));
  });

  it('GAP-133 edits an own message, keeps the text when it is refused, and lets Escape leave it', async () => {
    live.log('tonight').append({ ...mine, content: 'frist' });
    let answer = () => HttpResponse.json({ message: 'Not now.' }, { status: 503 });
    api.use(http.patch('/api/messages/m-1', () => answer()));
    const user = userEvent.setup({ delay: null });
    show();
    await lines().findByText('frist');
    await user.click(screen.getByRole('button', { name: 'Actions for the message of vesper' }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const field = await screen.findByLabelText('Edit message');
    await user.clear(field);
    await user.type(field, 'first{Enter}');
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    expect(field).toHaveValue('first');
    answer = () => HttpResponse.json(live.log('tonight').edit(1, 'first') ?? {});
    await user.type(field, '{Enter}');
    expect((await lines().findByText('first')).closest('.msg')).toHaveTextContent('(edited)');
    await user.click(screen.getByRole('button', { name: 'Actions for the message of vesper' }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    await user.type(await screen.findByLabelText('Edit message'), 'x{Escape}');
    expect(lines().getByText('first')).toBeInTheDocument();
  });

  it('GAP-133 asks before it deletes, and leaves a tombstone', async () => {
    live.log('tonight').append({ ...mine, content: 'regretted' });
    live.log('tonight').append({ content: 'stays' });
    api.use(
      http.delete('/api/messages/m-1', () => {
        live.delete('tonight', 1);
        return HttpResponse.json({ ok: true });
      }),
    );
    const user = userEvent.setup({ delay: null });
    show();
    await lines().findByText('regretted');
    await user.click(screen.getByRole('button', { name: 'Actions for the message of vesper' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Delete message' }));
    expect(question.getByText('regretted')).toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Delete message' }));
    expect(await screen.findByText('This message was deleted.')).toBeInTheDocument();
    expect(screen.queryByText('regretted')).toBeNull();
    expect(lines().getByText('stays')).toBeInTheDocument();
  });

  it('GAP-133 lets staff delete what others said, but not edit it; others do neither', async () => {
    live.log('tonight').append({ content: 'theirs' });
    const user = userEvent.setup({ delay: null });
    const { unmount } = show();
    await lines().findByText('theirs');
    await user.click(screen.getByRole('button', { name: 'Actions for the message of juno_9' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Copy text',
      'Copy link',
    ]);
    unmount();
    show({ isStaff: true });
    await lines().findByText('theirs');
    await user.click(screen.getByRole('button', { name: 'Actions for the message of juno_9' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Copy text',
      'Copy link',
      'Delete',
    ]);
  });
});
