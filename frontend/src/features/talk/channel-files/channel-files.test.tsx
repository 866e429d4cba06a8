import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  createObjectAddress,
  type AttachmentView,
  CHANNEL_FILE_FILTERS,
  getHiddenMembers,
  listChannelFiles,
  type MessageView,
} from '@oniverse/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createQueryClient } from '../../../api/query-client.js';
import { recordOwner } from '../../../api/stored-session.js';
import { problem } from '../../../testing/call-handler.js';
import { installLayout } from '../../../testing/layout.js';
import { LiveServer, message } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { MessageList } from '../messages/index.js';
import { ChannelFilesButton } from './channel-files-button.js';
import { entriesOf } from './file-entry.js';

const ME = {
  id: 'u-vesper',
  username: 'vesper',
  displayName: null,
  profileImageUrl: null,
  isLocked: false,
  standing: 'member',
} as const;

const attachment = (given: Partial<AttachmentView> & { id: string }): AttachmentView => ({
  kind: 'file',
  path: `/objects/${given.id}`,
  name: `${given.id}.txt`,
  size: 4_300,
  alt: '',
  ...given,
});

let live: LiveServer;
/** What the threads of the channel have. */
let inThreads: MessageView[] = [];

/** The messages with files of a kind as the server has them, newest first. */
const stored = (kind: string | undefined): MessageView[] => {
  const filter = CHANNEL_FILE_FILTERS.find((known) => known === kind) ?? 'pictures';
  const messages = [...inThreads, ...live.channelLog('tonight').messages.toReversed()];
  return messages.filter((entry) => entriesOf(entry, filter).length > 0);
};
const serve = () => mock(listChannelFiles, ({ query }) => stored(query.kind));

function show() {
  const page = (
    <>
      <ChannelFilesButton
        place={{ path: '/dimensions/public', serverId: 'observatory', channelId: 'tonight' }}
      />
      <MessageList
        channelId="tonight"
        channelName="tonight"
        me={ME}
        hidden={new Map()}
        opened={null}
        targetSeq={undefined}
        onRead={() => undefined}
        onShowMember={() => undefined}
      />
    </>
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: () => page }),
    history: createMemoryHistory(),
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup({ delay: null }), router };
}

type User = ReturnType<typeof show>['user'];

const dialog = () => within(screen.getByRole('dialog', { name: 'Files' }));
const open = async (user: User, filter?: string) => {
  await screen.findByRole('region', { name: 'Messages in #tonight' });
  await user.click(screen.getByRole('button', { name: 'Files of the channel' }));
  await screen.findByRole('dialog', { name: 'Files' });
  if (filter !== undefined) await user.click(dialog().getByRole('radio', { name: filter }));
};
const entry = (name: string) =>
  dialog().findByRole('button', { name: `${name}, by @juno_9. Jump to the message` });

beforeEach(installLayout);
beforeEach(() => {
  signIn({ id: 'u-vesper' });
  recordOwner('known-session', 'u-vesper');
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  inThreads = [];
  live = new LiveServer();
  live.start();
});

describe('the files of a channel', () => {
  it('TLK-386 are listed by kind, chosen with the arrow keys', async () => {
    const log = live.channelLog('tonight');
    log.append({
      attachments: [
        attachment({
          id: 'path',
          kind: 'picture',
          name: 'path.png',
          alt: 'The first path',
          width: 4,
          height: 3,
        }),
        attachment({ id: 'notes' }),
      ],
    });
    log.append({
      attachments: [attachment({ id: 'wind', kind: 'sound', name: 'wind.ogg', alt: 'The wind' })],
    });
    log.append({ content: 'See https://skywatch.example/map and https://b.example' });
    const requests = serve();
    const { user } = show();
    await open(user);
    const picture = await entry('The first path');
    expect(picture.querySelector('img')).toHaveAttribute('width', '4');
    await user.click(dialog().getByRole('radio', { name: 'Pictures' }));
    await user.keyboard('{ArrowRight}');
    expect(await entry('wind.ogg, sound, OGG, 4 KB')).toHaveTextContent('The wind');
    await user.keyboard('{ArrowRight}');
    await entry('notes.txt, file, TXT, 4 KB');
    await user.keyboard('{ArrowRight}');
    expect(await entry('https://skywatch.example/map')).toHaveTextContent(
      'See https://skywatch.example/map and',
    );
    expect(dialog().getByRole('link', { name: 'Open https://b.example' })).toHaveAttribute(
      'href',
      'https://b.example',
    );
    expect(dialog().getAllByRole('listitem')).toHaveLength(2);
    expect(requests.map(({ query }) => query.kind)).toEqual(['pictures', 'sound', 'files', 'links']);
  });

  it('TLK-387 move the focus with the arrow keys, and jump to the message with Enter', async () => {
    const log = live.channelLog('tonight');
    log.append({ content: 'First', attachments: [attachment({ id: 'one' }), attachment({ id: 'two' })] });
    log.append({ content: 'Second', attachments: [attachment({ id: 'three' })] });
    serve();
    const { user } = show();
    await open(user, 'Files');
    (await entry('three.txt, file, TXT, 4 KB')).focus();
    await user.keyboard('{ArrowRight}');
    expect(await entry('one.txt, file, TXT, 4 KB')).toHaveFocus();
    await user.keyboard('{End}');
    expect(await entry('two.txt, file, TXT, 4 KB')).toHaveFocus();
    await user.keyboard('{Home}{ArrowRight}{Enter}');
    const first = screen.getByText('First').closest('.message');
    await waitFor(() => expect(first).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('TLK-387 open the thread of a message in a thread', async () => {
    inThreads = [message({ seq: 7, channelId: 'thread', attachments: [attachment({ id: 'within' })] })];
    serve();
    const { user, router } = show();
    await open(user, 'Files');
    const reply = await entry('within.txt, file, TXT, 4 KB');
    expect(reply).toHaveTextContent('in a thread');
    await user.click(reply);
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: '/dimensions/public',
        search: { server: 'observatory', channel: 'tonight', thread: 'thread', message: 7 },
      }),
    );
  });

  it('TLK-388 follow new messages, edits and deletions, and what was missed without a connection', async () => {
    const log = live.channelLog('tonight');
    log.append({ content: 'https://a.example' });
    const requests = serve();
    const { user } = show();
    await open(user, 'Links');
    await entry('https://a.example');
    live.postMessage('tonight', { content: 'https://b.example' });
    await entry('https://b.example');
    live.edit('tonight', 1, 'It moved to https://c.example');
    await entry('https://c.example');
    live.delete('tonight', 2);
    await waitFor(() => expect(dialog().getAllByRole('listitem')).toHaveLength(1));
    const before = requests.length;
    live.postMessage('tonight', { content: 'Nothing to list.' });
    live.broadcasts = false;
    live.postMessage('tonight', { content: 'https://d.example' });
    live.disconnectAll();
    await entry('https://d.example');
    expect(requests).toHaveLength(before + 1);
  });

  it('TLK-388 follow the threads of the channel', async () => {
    live.channelLog('tonight').append({ content: 'First' });
    serve();
    const { user } = show();
    await open(user, 'Files');
    await dialog().findByText('No files yet');
    inThreads = [message({ seq: 1, channelId: 'thread', attachments: [attachment({ id: 'within' })] })];
    const summary = {
      channelId: 'thread',
      replyCount: 1,
      lastSeq: 1,
      lastReplyAt: '2026-03-05T21:00:00.000Z',
      faces: [],
    };
    live.io
      .to('tonight')
      .emit('message:edited', { ...live.channelLog('tonight').messages[0], rev: 2, thread: summary });
    await entry('within.txt, file, TXT, 4 KB');
  });

  it('TLK-386 are folded for those who hide their author', async () => {
    live
      .channelLog('tonight')
      .append({ attachments: [attachment({ id: 'one' }), attachment({ id: 'two' })] });
    serve();
    mock(getHiddenMembers, { blocked: ['u-juno'], muted: [] });
    const { user } = show();
    await open(user, 'Files');
    await user.click(await dialog().findByRole('button', { name: 'Show' }));
    await entry('one.txt, file, TXT, 4 KB');
    await entry('two.txt, file, TXT, 4 KB');
  });

  it('TLK-386 download by an address that needs no session', async () => {
    live.channelLog('tonight').append({ attachments: [attachment({ id: 'notes' })] });
    serve();
    mock(createObjectAddress, ({ key }) => ({
      url: `/objects/${key}?pass=one`,
      expiresAt: '2026-11-30T04:00:00Z',
    }));
    const saved: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.getAttribute('href')} ${this.download}`);
    });
    const { user } = show();
    await open(user, 'Files');
    await user.click(await dialog().findByRole('button', { name: 'Download notes.txt' }));
    await waitFor(() => expect(saved).toEqual(['/objects/notes?pass=one&download=true notes.txt']));
  });

  it.each([
    ['Pictures', 'No pictures yet'],
    ['Sound', 'Nothing to hear yet'],
    ['Files', 'No files yet'],
    ['Links', 'No links yet'],
  ])('TLK-389 say that there are none: %s', async (filter, title) => {
    serve();
    const { user } = show();
    await open(user, filter);
    expect(await dialog().findByRole('heading', { name: title })).toBeInTheDocument();
  });

  it('TLK-389 say that they could not be loaded, and try again', async () => {
    live.channelLog('tonight').append({ attachments: [attachment({ id: 'notes' })] });
    let isDown = true;
    mock(listChannelFiles, ({ query }) => (isDown ? problem('forbidden') : stored(query.kind)));
    const { user } = show();
    await open(user, 'Files');
    expect(await dialog().findByText('The files could not be loaded.')).toBeInTheDocument();
    isDown = false;
    await user.click(dialog().getByRole('button', { name: 'Try again' }));
    await entry('notes.txt, file, TXT, 4 KB');
  });
});
