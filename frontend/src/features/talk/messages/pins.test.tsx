import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  getHiddenMembers,
  listPins,
  type MessageView,
  PINS_PER_CHANNEL,
  pinMessage,
  QUOTA_MESSAGES,
  type Standing,
  unpinMessage,
} from '@oniverse/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createQueryClient } from '../../../api/query-client.js';
import { recordOwner } from '../../../api/stored-session.js';
import { showFailedChanges } from '../../../ui/show-failure.js';
import { useToast } from '../../../ui/toast-store.js';
import { attachment } from '../../../testing/attachments.js';
import { problem } from '../../../testing/call-handler.js';
import { installLayout } from '../../../testing/layout.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { atTestEnd } from '../../../testing/reset.js';
import { MessageList } from './message-list.js';
import { PinsButton } from './pins-button.js';

let live: LiveServer;

/** The pinned messages as the server has them, the last pinned first. */
const stored = (): MessageView[] =>
  live
    .channelLog('tonight')
    .messages.filter(({ pinnedAt }) => pinnedAt !== undefined)
    .toReversed();

function show(standing: Standing = 'moderator') {
  const me = {
    id: 'u-vesper',
    username: 'vesper',
    displayName: null,
    profileImageUrl: null,
    isLocked: false,
    standing,
  };
  const page = (
    <>
      <PinsButton channelId="tonight" me={me} />
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
    </>
  );
  const routeTree = createRootRoute({ component: () => page });
  const client = createQueryClient();
  atTestEnd(showFailedChanges(client));
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />
    </QueryClientProvider>,
  );
  return userEvent.setup({ delay: null });
}

const count = async (shown: number) =>
  screen.findByRole('button', { name: shown > 0 ? `Pinned messages, ${shown}` : 'Pinned messages' });
const row = async (text: string) => {
  const log = within(await screen.findByRole('region', { name: 'Messages in #tonight' }));
  return (await log.findByText(text)).closest('.message');
};
const list = () => within(screen.getByRole('dialog', { name: 'Pinned messages' }));

beforeEach(installLayout);
beforeEach(() => {
  signIn({ id: 'u-vesper' });
  recordOwner('known-session', 'u-vesper');
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  live = new LiveServer();
  live.start();
});

describe('pinned messages', () => {
  it('TLK-223 are marked, counted and listed live, and after the connection was lost', async () => {
    const log = live.channelLog('tonight');
    for (const content of ['First', 'Second', 'Third']) log.append({ content });
    log.pin(1, true);
    const requests = mock(listPins, stored);
    const user = show('member');
    await count(1);
    expect(await row('First')).toHaveTextContent('pinned');
    expect(await row('Second')).not.toHaveTextContent('pinned');
    live.pin('tonight', 2);
    await count(2);
    expect(await row('Second')).toHaveTextContent('pinned');
    await user.click(await count(2));
    await screen.findByRole('dialog');
    await list().findByText('First');
    const items = () => list().getAllByRole('listitem');
    expect(items().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Second'),
      expect.stringContaining('First'),
    ]);
    expect(items()[0]).toHaveTextContent('@juno_9');
    expect(list().queryByRole('button', { name: /Unpin/u })).not.toBeInTheDocument();
    live.edit('tonight', 1, 'Clouds.');
    await list().findByText('Clouds.');
    live.delete('tonight', 2);
    await waitFor(() => expect(items()).toHaveLength(1));
    live.pin('tonight', 1, false);
    expect(await list().findByText('Nothing is pinned here.')).toBeInTheDocument();
    expect(requests).toHaveLength(1);
    live.broadcasts = false;
    live.pin('tonight', 3);
    live.disconnectAll();
    await list().findByText('Third');
    expect(requests).toHaveLength(2);
    await user.keyboard('{Escape}');
    await count(1);
    expect(await row('Third')).toHaveTextContent('pinned');
  });

  it('TLK-289 show their files, until the account of their author is erased', async () => {
    const log = live.channelLog('tonight');
    log.append({ content: 'Look up.', attachments: [attachment({ name: 'notes.pdf' })] });
    log.append({ content: '', userId: 'u-otto', attachments: [attachment({ id: 'a-2', name: 'path.pdf' })] });
    log.pin(1, true);
    log.pin(2, true);
    mock(listPins, stored);
    const user = show('member');
    await user.click(await count(2));
    await screen.findByRole('dialog');
    expect(await list().findByText('notes.pdf')).toBeInTheDocument();
    expect(await list().findByText('path.pdf')).toBeInTheDocument();
    live.removeAuthor('tonight', 'u-otto');
    expect(await list().findByText('Its files are gone.')).toBeInTheDocument();
    expect(list().queryByText('path.pdf')).toBeNull();
    expect(list().getByText('notes.pdf')).toBeInTheDocument();
  });

  it('TLK-223 have a jump, which moves the focus to the message each time', async () => {
    const log = live.channelLog('tonight');
    for (const content of ['First', 'Second']) log.append({ content });
    log.pin(1, true);
    mock(listPins, stored);
    const user = show();
    for (let time = 0; time < 2; time += 1) {
      await user.click(await count(1));
      await user.click(await screen.findByRole('button', { name: 'Jump to the message by juno_9' }));
      await waitFor(async () => expect(await row('First')).toHaveFocus());
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    }
  });

  it('TLK-223 are folded for those who hide their author', async () => {
    live.channelLog('tonight').append({ content: 'First' });
    live.channelLog('tonight').pin(1, true);
    mock(listPins, stored);
    mock(getHiddenMembers, { blocked: ['u-juno'], muted: [] });
    const user = show();
    await user.click(await count(1));
    await screen.findByRole('dialog');
    await user.click(await list().findByRole('button', { name: 'Show' }));
    expect(list().getByText('First')).toBeInTheDocument();
  });

  it('TLK-220 are pinned and unpinned by staff in the menu of a message and in the list', async () => {
    const log = live.channelLog('tonight');
    log.append({ content: 'First' });
    const change = (isPinned: boolean) => () => {
      live.pin('tonight', 1, isPinned);
      return log.messages[0]!;
    };
    mock(pinMessage, change(true));
    mock(unpinMessage, change(false));
    const user = show();
    const choose = async (name: string) => {
      await user.click(screen.getByRole('button', { name: 'Actions for the message by juno_9' }));
      await user.click(screen.getByRole('menuitem', { name }));
    };
    await row('First');
    await choose('Pin');
    await count(1);
    await choose('Unpin');
    await count(0);
    await choose('Pin');
    await user.click(await count(1));
    await user.click(await screen.findByRole('button', { name: 'Unpin the message by juno_9' }));
    expect(await list().findByText(/^Nothing is pinned here\. Pin up to 50 messages/u)).toBeInTheDocument();
  });

  it('TLK-220 say why a message is not pinned', async () => {
    live.channelLog('tonight').append({ content: 'First' });
    const { message } = QUOTA_MESSAGES.pinsPerChannel({ quota: PINS_PER_CHANNEL });
    mock(pinMessage, () => problem('quota_reached', message));
    const user = show();
    await row('First');
    await user.click(screen.getByRole('button', { name: 'Actions for the message by juno_9' }));
    await user.click(screen.getByRole('menuitem', { name: 'Pin' }));
    await waitFor(() => expect(useToast.getState().toast).toMatchObject({ description: message }));
  });

  it('TLK-223 say that they could not be loaded, try again, and are changed by staff only', async () => {
    live.channelLog('tonight').append({ content: 'First' });
    live.channelLog('tonight').pin(1, true);
    let isDown = true;
    mock(listPins, () => (isDown ? problem('forbidden') : stored()));
    const user = show('member');
    await row('First');
    await user.click(await count(0));
    expect(await screen.findByText('The pinned messages could not be loaded.')).toBeInTheDocument();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await list().findByText('First')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Actions for the message by juno_9' }));
    expect(screen.queryByRole('menuitem', { name: 'Unpin' })).not.toBeInTheDocument();
  });
});
