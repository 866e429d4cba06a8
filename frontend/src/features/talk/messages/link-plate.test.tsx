import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  type LinkPreview,
  type MessageView,
  askForLinkPreviews,
  removeLinkPreview,
  type Standing,
} from '@oniverse/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createQueryClient } from '../../../api/query-client.js';
import { recordOwner } from '../../../api/stored-session.js';
import { scrollAllIntoView } from '../../../testing/browser.js';
import { installLayout } from '../../../testing/layout.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { servePictures } from '../../../testing/pictures.js';
import { MessageList } from './message-list.js';

const TAURIDS: LinkPreview = {
  place: 1,
  address: 'https://www.skywatch.example/taurids?year=2026',
  site: 'Skywatch',
  title: 'Northern Taurids, November',
  description: 'A slow, bright shower.',
};
const LEONIDS: LinkPreview = { place: 2, address: 'https://leonids.example/', title: 'Leonids' };

let live: LiveServer;

function show({
  standing = 'member',
  showsLinkPreviews = true,
  isInConversation = false,
}: { standing?: Standing; showsLinkPreviews?: boolean; isInConversation?: boolean } = {}) {
  const page = (
    <MessageList
      channelId="tonight"
      channelName="tonight"
      me={{
        id: 'u-vesper',
        username: 'vesper',
        displayName: null,
        profileImageUrl: null,
        isLocked: false,
        standing,
        showsLinkPreviews,
        isInConversation,
      }}
      hidden={new Map()}
      opened={null}
      targetSeq={undefined}
      onRead={() => undefined}
      onShowMember={() => undefined}
    />
  );
  const routeTree = createRootRoute({ component: () => page });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />
    </QueryClientProvider>,
  );
  return userEvent.setup({ delay: null });
}

const openMenu = async (user: ReturnType<typeof show>, author: string) =>
  user.click(await screen.findByRole('button', { name: `Actions for the message by ${author}` }));
const itemNames = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

beforeEach(installLayout);
beforeEach(() => {
  signIn({ id: 'u-vesper' });
  recordOwner('known-session', 'u-vesper');
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  live = new LiveServer();
  live.start();
});

/** Posts a message of the reader with previews. */
const post = (...links: LinkPreview[]): MessageView =>
  live.channelLog('tonight').append({
    userId: 'u-vesper',
    author: { username: 'vesper', displayName: null, profileImageUrl: null },
    content: links.map(({ address }) => address).join(' '),
    links,
  });

describe('link previews', () => {
  it('TLK-322 are links that show the address first, then what the page says of itself', async () => {
    post(TAURIDS);
    show();
    const plate = await screen.findByRole('link', { name: /Northern Taurids/u });
    expect(plate).toHaveTextContent(
      'skywatch.example · SkywatchNorthern Taurids, NovemberA slow, bright shower.',
    );
    expect(plate).toHaveAttribute('href', TAURIDS.address);
    expect(plate).toHaveAttribute('target', '_blank');
    expect(plate).toHaveAttribute('rel', 'nofollow noopener noreferrer ugc');
    expect(within(plate).queryByRole('presentation')).not.toBeInTheDocument();
  });

  it('TLK-322 reserve the space of the picture, load it near the viewport, and do without a missing one', async () => {
    const seen = servePictures(404);
    post({ ...TAURIDS, picture: { path: '/objects/saturn', width: 208, height: 200 } });
    show();
    const plate = await screen.findByRole('link', { name: /Northern Taurids/u });
    const picture = within(plate).getByRole('presentation');
    expect(picture).toHaveAttribute('alt', '');
    expect(picture).toHaveAttribute('loading', 'lazy');
    expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['208', '200']);
    expect(seen).toEqual([]);
    act(scrollAllIntoView);
    await waitFor(() => expect(picture).not.toBeInTheDocument());
    expect(seen).toEqual([['/objects/saturn', 'Bearer known-session']]);
  });

  it('TLK-322 name a picture by its address', async () => {
    post({ place: 1, address: 'https://skywatch.example/2026/saturn.jpg' });
    show();
    expect(await screen.findByRole('link', { name: /skywatch\.example\s*saturn\.jpg/u })).toBeInTheDocument();
  });

  it('TLK-316 appear with the revision of their message, and go with its deletion', async () => {
    live.channelLog('tonight').append({ content: 'See them.' });
    show();
    await screen.findByText('See them.');
    live.preview('tonight', 1, [LEONIDS]);
    expect(await screen.findByText('Leonids')).toBeInTheDocument();
    live.delete('tonight', 1);
    await waitFor(() => expect(screen.queryByText('Leonids')).not.toBeInTheDocument());
  });

  it('TLK-319 TLK-320 are left out if the dimension or the reader does not want them', async () => {
    post(TAURIDS);
    show({ showsLinkPreviews: false });
    await screen.findByRole('link', { name: TAURIDS.address });
    expect(screen.queryByText('Northern Taurids, November')).not.toBeInTheDocument();
  });

  it('TLK-318 are removed one by one by their author, in the menu and by keyboard', async () => {
    post(TAURIDS, LEONIDS);
    const removals = mock(removeLinkPreview, ({ place }) => {
      const { links = [] } = live.channelLog('tonight').messages[0] ?? {};
      const rest = links.filter((link) => String(link.place) !== place);
      return live.channelLog('tonight').preview(1, rest.length > 0 ? rest : undefined)!;
    });
    const user = show();
    await screen.findByText('Leonids');
    await openMenu(user, 'vesper');
    expect(itemNames()).toEqual(
      expect.arrayContaining(['Remove preview of skywatch.example', 'Remove preview of leonids.example']),
    );
    await user.click(screen.getByRole('menuitem', { name: 'Remove preview of skywatch.example' }));
    await waitFor(() => expect(screen.queryByText('Northern Taurids, November')).not.toBeInTheDocument());
    act(() => screen.getByRole('button', { name: 'Actions for the message by vesper' }).focus());
    await user.keyboard('{Enter}');
    act(() => screen.getByRole('menuitem', { name: 'Remove preview' }).focus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText('Leonids')).not.toBeInTheDocument());
    expect(removals).toMatchObject([{ place: '1' }, { place: '2' }]);
  });

  it('TLK-318 are removed from messages of others by staff only', async () => {
    live.channelLog('tonight').append({ content: 'See them.', links: [LEONIDS] });
    const user = show();
    await screen.findByText('Leonids');
    await openMenu(user, 'juno_9');
    expect(itemNames()).not.toContain('Remove preview');
  });

  it('TLK-318 are offered to staff for removal', async () => {
    live.channelLog('tonight').append({ content: 'See them.', links: [LEONIDS] });
    const user = show({ standing: 'moderator' });
    await screen.findByText('Leonids');
    await openMenu(user, 'juno_9');
    expect(itemNames()).toContain('Remove preview');
  });

  it('TLK-433 are asked for in a conversation, once for all of its members', async () => {
    live.channelLog('tonight').append({ content: `${TAURIDS.address} and nothing else` });
    const asked = mock(askForLinkPreviews, { ok: true });
    const user = show({ isInConversation: true });
    await openMenu(user, 'juno_9');
    await user.click(screen.getByRole('menuitem', { name: 'Show preview' }));
    await waitFor(() => expect(asked).toHaveLength(1));
    live.preview('tonight', 1, [TAURIDS]);
    await screen.findByText('Northern Taurids, November');
    await openMenu(user, 'juno_9');
    expect(itemNames()).not.toContain('Show preview');
  });

  it.each([
    ['a dimension', `see ${LEONIDS.address}`, {}],
    ['a message without links', 'Nothing to see.', { isInConversation: true }],
    [
      'a reader without previews',
      `see ${LEONIDS.address}`,
      { isInConversation: true, showsLinkPreviews: false },
    ],
  ])('TLK-433 are not asked for in %s', async (_, content, given) => {
    live.channelLog('tonight').append({ content });
    const user = show(given);
    await openMenu(user, 'juno_9');
    expect(itemNames()).not.toContain('Show preview');
  });
});
