import { beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS, listMentions } from '@oniverse/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useEffect } from 'react';
import { createQueryClient } from '../../../api/query-client.js';
import { recordOwner, storeSession } from '../../../api/stored-session.js';
import { startLive } from '../../../live/live.js';
import { LiveServer } from '../../../testing/live-server.js';
import { mock } from '../../../testing/mock.js';
import { problem } from '../../../testing/call-handler.js';
import { useToast } from '../../../ui/toast-store.js';
import { useMarkings } from './attention.queries.js';
import { JumpBar } from './jump-bar.js';
import { type Jumps, useJumps } from './use-jumps.js';

let jumped: number[];
let marked: number;
let jumps: Jumps;

interface Given {
  firstUnread?: number;
  unreadCount?: number;
  mentionCount?: number;
  isVisitor?: boolean;
  after?: number;
}

function Conversation({
  firstUnread,
  unreadCount = 0,
  mentionCount = 0,
  isVisitor = false,
  after = 20,
}: Given) {
  const current = useJumps({
    channelId: 'tonight',
    opened: isVisitor ? null : { readSeq: 20, unreadCount, mentionCount },
    after: isVisitor ? null : after,
    firstUnread,
    onJump: (seq) => void jumped.push(seq),
    onMarkRead: () => {
      marked += 1;
    },
  });
  useEffect(() => {
    jumps = current;
  });
  return (
    <JumpBar jumps={current} count={unreadCount} since={firstUnread === undefined ? undefined : '14:07'} />
  );
}
const show = (given: Given) => {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { ...render(<Conversation {...given} />, { wrapper }), user: userEvent.setup({ delay: null }) };
};
/** Shows the messages from one to another. */
const view = (from: number, to: number) => act(() => jumps.onView(from, to));
const mentionButton = (text: string) =>
  screen.findByRole('button', { name: `Next mention of you, ${text} to go` });

beforeEach(() => {
  jumped = [];
  marked = 0;
});

describe('the way to unread messages', () => {
  it('TLK-104 is offered while their beginning is out of view, with their number and time', async () => {
    const { user } = show({ firstUnread: 22, unreadCount: 12 });
    expect(screen.queryByRole('button')).toBeNull();
    view(290, 300);
    await user.click(screen.getByRole('button', { name: '12 new since 14:07' }));
    expect(jumped).toEqual([22]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('TLK-104 is not offered once they were in view, until there are others', () => {
    const { rerender } = show({ firstUnread: 22, unreadCount: 12 });
    view(10, 30);
    view(290, 300);
    expect(screen.queryByRole('button')).toBeNull();
    rerender(<Conversation firstUnread={301} unreadCount={1} after={300} />);
    expect(screen.getByRole('button', { name: '1 new since 14:07' })).toBeInTheDocument();
  });

  it('TLK-104 leads behind the read mark if the beginning is not loaded', async () => {
    const { user } = show({ unreadCount: 12 });
    view(290, 300);
    await user.click(screen.getByRole('button', { name: '12 new' }));
    expect(jumped).toEqual([21]);
  });

  it('TLK-104 marks the channel as read instead', async () => {
    const { user } = show({ firstUnread: 22, unreadCount: 12 });
    view(290, 300);
    await user.click(screen.getByRole('button', { name: 'Mark as read' }));
    expect([jumped, marked]).toEqual([[], 1]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('TLK-104 has a key, but not for visitors', async () => {
    const { user, unmount } = show({ firstUnread: 22, unreadCount: 12 });
    view(290, 300);
    await user.keyboard('{Alt>}{ArrowUp}{Shift>}{ArrowUp}{/Shift}{/Alt}');
    expect(jumped).toEqual([22]);
    unmount();
    show({ isVisitor: true });
    view(290, 300);
    await user.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}');
    expect(jumped).toEqual([22]);
  });
});

describe('the way to mentions', () => {
  let live: LiveServer;

  beforeEach(() => {
    storeSession('known-session');
    recordOwner('known-session', 'u-vesper');
    live = new LiveServer();
    live.start();
  });

  it('TLK-105 leads to each in turn, by button and by key, without those that came into view', async () => {
    const asked = mock(
      listMentions,
      [30, 120, 200].map((seq) => ({ seq })),
    );
    const { user } = show({ mentionCount: 3 });
    await mentionButton('3 mentions');
    expect(asked).toMatchObject([{ id: 'tonight', query: { after: '20', limit: `${LIMITS.page.max}` } }]);
    await user.click(await mentionButton('3 mentions'));
    view(115, 130);
    await mentionButton('1 mention');
    await user.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
    expect(jumped).toEqual([30, 200]);
    expect(screen.queryByRole('button')).toBeNull();
    await user.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
    expect(jumped).toEqual([30, 200]);
  });

  it('TLK-105 continues with the next page of mentions, before those that arrived live', async () => {
    const first = Array.from({ length: LIMITS.page.max }, (_, place) => ({ seq: 21 + place }));
    const asked = mock(listMentions, ({ query }) => (query.after === '20' ? first : [{ seq: 500 }]));
    const { user } = show({ mentionCount: 101 });
    await mentionButton(`more than ${LIMITS.page.max} mentions`);
    act(startLive);
    await waitFor(() => expect(live.io.sockets.sockets.size).toBeGreaterThan(0));
    live.io.emit('mention', { serverId: 's', channelId: 'tonight', seq: 900 });
    await mentionButton(`more than ${LIMITS.page.max + 1} mentions`);
    view(1, 20 + LIMITS.page.max);
    await mentionButton('2 mentions');
    expect(asked.map(({ query }) => query.after)).toEqual(['20', String(20 + LIMITS.page.max)]);
    await user.click(await mentionButton('2 mentions'));
    await user.click(await mentionButton('1 mention'));
    expect(jumped).toEqual([500, 900]);
  });

  it('TLK-105 counts live mentions of this channel that are out of view', async () => {
    show({});
    view(290, 300);
    act(startLive);
    await waitFor(() => expect(live.io.sockets.sockets.size).toBeGreaterThan(0));
    live.io.emit('mention', { serverId: 's', channelId: 'other', seq: 301 });
    live.io.emit('mention', { serverId: 's', channelId: 'tonight', seq: 299 });
    live.io.emit('mention', { serverId: 's', channelId: 'tonight', seq: 301 });
    await mentionButton('1 mention');
    view(291, 301);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('NXT-468 ends when the channel is marked as read, by its button or a menu', async () => {
    mock(
      listMentions,
      [30, 120].map((seq) => ({ seq })),
    );
    const { user, unmount } = show({ mentionCount: 2 });
    await mentionButton('2 mentions');
    await user.click(screen.getByRole('button', { name: 'Mark as read' }));
    expect([screen.queryByRole('button'), marked]).toEqual([null, 1]);
    unmount();
    show({ mentionCount: 2 });
    await mentionButton('2 mentions');
    act(() => useMarkings.setState({ count: 1 }));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('TLK-105 says that the mentions could not be loaded', async () => {
    mock(listMentions, () => problem('unavailable', 'Not now.'));
    show({ mentionCount: 3 });
    await waitFor(() =>
      expect(useToast.getState().toast).toMatchObject({ title: 'Your mentions could not be loaded' }),
    );
  });
});
