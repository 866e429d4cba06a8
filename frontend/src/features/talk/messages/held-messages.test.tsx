import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  deleteOwnHeldMessage,
  editMessage,
  listOwnHeldMessages,
  type MessageView,
  type OwnHeldMessage,
} from '@oniverse/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createQueryClient } from '../../../api/query-client.js';
import { recordOwner } from '../../../api/stored-session.js';
import { attachment } from '../../../testing/attachments.js';
import { problem } from '../../../testing/call-handler.js';
import { installLayout } from '../../../testing/layout.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { ask, draftIn, sendMessage, useLog } from '../log/index.js';
import { useFollowHeldMessages } from './held-messages.queries.js';
import { MessageList } from './message-list.js';

const names = { username: 'vesper', displayName: null, profileImageUrl: null };
const me = { id: 'u-vesper', ...names, standing: 'member' as const, isLocked: false };
const TALK = { talkId: 'tonight', userId: me.id };
const refusal = (code: string, message: string) => ({ ok: false, code, message });
const user = userEvent.setup({ delay: null });
let live: LiveServer;
let held: OwnHeldMessage[];

const heldOf = (given: Partial<OwnHeldMessage> = {}): OwnHeldMessage => ({
  id: 'h-1',
  channelId: 'tonight',
  threadOf: null,
  content: 'Free nitro',
  state: 'held',
  word: null,
  createdAt: '2026-03-05T20:50:00.000Z',
  ...given,
});
function Conversation() {
  useFollowHeldMessages();
  return (
    <MessageList
      channelId="tonight"
      channelName="tonight"
      me={me}
      hidden={new Map()}
      opened={null}
      targetSeq={undefined}
      onRead={() => undefined}
      onShowMember={() => undefined}
    />
  );
}
const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Conversation />
    </QueryClientProvider>,
  );
const lines = () => within(screen.getByRole('region'));
const press = async (name: string) => user.click(await lines().findByRole('button', { name }));
const payloads = () =>
  live.requests.flatMap(({ name, payload }) => (name === 'message:send' ? [payload] : []));

beforeEach(installLayout);
beforeEach(() => {
  signIn({ id: me.id });
  recordOwner('known-session', me.id);
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  held = [];
  mock(listOwnHeldMessages, () => held);
  live = new LiveServer();
  live.channelLog('tonight').append({ content: 'before' });
  live.start();
});

describe('a message that filters match', () => {
  const warn = () => {
    live.onSend = (message) =>
      'acceptsWarning' in message ? undefined : refusal('filter_warning', 'Think again.');
  };

  it('TLK-278 stays unsent with a warning, and is sent when its author insists', async () => {
    warn();
    show();
    await lines().findByText('before');
    act(() => sendMessage(TALK, 'free nitro'));
    expect(await lines().findByRole('alert')).toHaveTextContent('Not sent. Think again.');
    expect(lines().queryByRole('button', { name: 'Retry' })).toBeNull();
    await press('Send anyway');
    await waitFor(() => expect(useLog.getState().operations).toEqual([]));
    expect(lines().getByText('free nitro')).toBeInTheDocument();
    const [first, second] = payloads();
    expect(first).not.toHaveProperty('acceptsWarning');
    expect(second).toEqual({ ...Object(first), acceptsWarning: true });
  });

  it('TLK-278 goes back to the field, before what was written since, or is discarded', async () => {
    live.onSend = () => refusal('filtered', 'Not allowed here.');
    show();
    await lines().findByText('before');
    act(() => sendMessage(TALK, 'free nitro'));
    expect(await lines().findByRole('alert')).toHaveTextContent('Not sent. Not allowed here.');
    expect(lines().queryByRole('button', { name: 'Send anyway' })).toBeNull();
    act(() => ask({ ...TALK, kind: 'draft', text: 'next' }));
    await press('Edit');
    expect(lines().queryByText('free nitro')).toBeNull();
    expect(draftIn(useLog.getState(), me.id, 'tonight').text).toBe('free nitro\nnext');
    act(() => sendMessage(TALK, 'nitro again'));
    await press('Discard');
    expect(useLog.getState().operations.filter(({ kind }) => kind === 'send')).toEqual([]);
  });

  it('TLK-278 warns of an edit, which its author may save anyway', async () => {
    const log = live.channelLog('tonight');
    const own: MessageView = log.append({ userId: me.id, author: names, content: 'mine' });
    const edits = mock(editMessage, ({ body }) =>
      body?.acceptsWarning
        ? { ...own, content: String(body.content), editedAt: own.createdAt, rev: 9 }
        : problem('filter_warning', 'Think again.'),
    );
    show();
    await lines().findByText('mine');
    const { id: messageId, seq } = own;
    act(() => ask({ ...TALK, kind: 'edit', messageId, seq, base: 'mine', content: 'nitro' }));
    await press('Save anyway');
    expect(await lines().findByText('nitro')).toBeInTheDocument();
    await waitFor(() => expect(useLog.getState().operations).toEqual([]));
    expect(edits).toMatchObject([{ body: { content: 'nitro' } }, { body: { acceptsWarning: true } }]);
  });
});

describe('a held message', () => {
  it('TLK-275 leaves the unsent ones and stands below the newest messages, until it is withdrawn', async () => {
    live.onSend = () => refusal('held_for_review', 'Staff read it first.');
    const withdrawn = mock(deleteOwnHeldMessage, ({ id }) => {
      held = held.filter((one) => one.id !== id);
      return { ok: true };
    });
    show();
    await lines().findByText('before');
    act(() => sendMessage(TALK, 'Free nitro'));
    await waitFor(() => expect(useLog.getState().operations).toEqual([]));
    held = [heldOf(), heldOf({ id: 'h-2', channelId: 'another', content: 'Elsewhere' })];
    live.io.emit('held-messages:changed', {});
    const row = (await lines().findByText('Free nitro')).closest('li');
    expect(row).toHaveTextContent(/Held for review\./u);
    expect(row?.previousElementSibling).toHaveTextContent('before');
    expect(row?.nextElementSibling).toBeNull();
    expect(lines().queryByText('Elsewhere')).toBeNull();
    await press('Withdraw');
    await waitFor(() => expect(lines().queryByText('Free nitro')).toBeNull());
    expect(withdrawn).toMatchObject([{ id: 'h-1' }]);
  });

  it('TLK-289 shows its files to its author', async () => {
    held = [heldOf({ content: '', attachments: [attachment({ name: 'notes.pdf' })] })];
    show();
    expect((await lines().findByText('notes.pdf')).closest('.message')).toHaveTextContent(
      /Held for review\./u,
    );
  });

  it('TLK-276 says that it was declined, with the word of staff, until its author dismisses it', async () => {
    held = [heldOf({ state: 'declined', word: 'No advertising.' })];
    mock(deleteOwnHeldMessage, () => {
      held = [];
      return { ok: true };
    });
    show();
    const row = (await lines().findByText('Free nitro')).closest('li');
    expect(row).toHaveTextContent(/Declined\. .*They say: No advertising\./u);
    await press('Dismiss');
    await waitFor(() => expect(lines().queryByText('Free nitro')).toBeNull());
  });

  it('TLK-276 gives way to the message when staff release it', async () => {
    held = [heldOf()];
    show();
    await lines().findByText('before');
    await lines().findByText('Free nitro');
    held = [];
    live.postMessage('tonight', { userId: me.id, author: names, content: 'Free nitro' });
    live.io.emit('held-messages:changed', {});
    await waitFor(() => expect(lines().queryByRole('button', { name: 'Withdraw' })).toBeNull());
    expect(await lines().findByText('Free nitro')).toBeInTheDocument();
  });
});
