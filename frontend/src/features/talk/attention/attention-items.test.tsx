import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  advanceReadMark,
  type AttentionView,
  type ChannelView,
  getAttention,
  listChannels,
  listMembers,
  listServers,
  markHomeRead,
  markServerRead,
  type ServerView,
  setChannelAttention,
  setServerAttention,
} from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { OPEN_CHANNEL } from '../../../testing/channels.js';
import { problem } from '../../../testing/call-handler.js';
import { installLayout } from '../../../testing/layout.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { useToast } from '../../../ui/toast-store.js';

const at = '2026-01-01T00:00:00.000Z';
const times = { createdAt: at, updatedAt: at };
const server: ServerView = {
  id: 's-obs',
  ownerId: 'system',
  name: 'Observatory',
  description: null,
  isPublic: true,
  memberCount: 3,
  membership: { role: 'member' },
  unreadCount: 4,
  mentionCount: 0,
  isBanned: false,
  archivedAt: null,
  timeOut: null,
  questions: [],
  hasLinkPreviews: true,
  messageDays: 0,
  formerMessageDays: null,
  formerMessageDaysUntil: null,
  application: null,
  ...times,
};
const channel = (name: string, given: Partial<ChannelView> = {}): ChannelView => ({
  id: name,
  serverId: 's-obs',
  name,
  description: null,
  isDefault: name === 'general',
  lastSeq: 4,
  readSeq: 0,
  unreadCount: 4,
  mentionCount: 1,
  ...OPEN_CHANNEL,
  ...times,
  ...given,
});
const place = { serverId: 's-obs', serverName: 'Observatory', isPublic: true };
let stored: AttentionView;

beforeEach(installLayout);
beforeEach(() => {
  signIn();
  stored = { servers: [], channels: [] };
  mock(getAttention, () => stored);
  mock(listServers, [server]);
  mock(listChannels, [
    channel('general', { unreadCount: 0, mentionCount: 0, readSeq: 4 }),
    channel('tonight'),
  ]);
  mock(listMembers, []);
});

async function open() {
  const view = renderApp('/dimensions/public?server=s-obs&channel=general');
  const panel = within(await screen.findByRole('complementary', { name: 'Channels' }));
  return { ...view, panel };
}

describe('what a member hears of', () => {
  it('TLK-100 is chosen for a dimension in its menu, by keyboard, and shows at once', async () => {
    const requests = mock(setServerAttention, ({ body }) => {
      stored = { servers: [{ ...place, level: body?.level ?? 'all' }], channels: [] };
      return { ok: true };
    });
    const { user, panel } = await open();
    await panel.findByRole('link', { name: /tonight.*1 mention of you/ });
    await user.click(panel.getByRole('button', { name: 'Manage Observatory' }));
    const levels = within(await screen.findByRole('group', { name: 'Notify me of' }));
    expect(levels.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
      'All messages',
      'Mentions and replies',
      'Nothing',
    ]);
    expect(levels.getByRole('menuitemradio', { name: 'Mentions and replies' })).toBeChecked();
    await user.keyboard('{End}');
    act(() => levels.getByRole('menuitemradio', { name: 'Nothing' }).focus());
    await user.keyboard('{Enter}');
    expect(await panel.findByRole('link', { name: /tonight.*muted/ })).not.toHaveTextContent('mention');
    await waitFor(() => expect(requests).toMatchObject([{ id: 's-obs', body: { level: 'nothing' } }]));
  });

  it('TLK-100 is chosen for the open channel, which says what its dimension has', async () => {
    stored = { servers: [{ ...place, level: 'nothing' }], channels: [] };
    const requests = mock(setChannelAttention, { ok: true });
    const { user, panel } = await open();
    await panel.findByRole('link', { name: /tonight.*muted/ });
    await user.click(panel.getByRole('button', { name: 'Options of #general' }));
    const inherited = await screen.findByRole('menuitemradio', { name: 'Same as Observatory: nothing' });
    expect(inherited).toBeChecked();
    await user.click(screen.getByRole('menuitemradio', { name: 'All messages' }));
    await waitFor(() => expect(requests).toMatchObject([{ id: 'general', body: { level: 'all' } }]));
  });

  it('TLK-100 is as before if the server refuses it, with a notice', async () => {
    mock(setServerAttention, () => problem('unavailable', 'Not now.'));
    const { user, panel } = await open();
    await user.click(await panel.findByRole('button', { name: 'Manage Observatory' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Nothing' }));
    await waitFor(() => expect(useToast.getState().toast).toMatchObject({ title: 'This was not saved' }));
    expect(await panel.findByRole('link', { name: /tonight.*1 mention of you/ })).toBeInTheDocument();
  });

  it('TLK-111 lists in the settings what differs from the default', async () => {
    stored = {
      servers: [{ ...place, level: 'nothing' }],
      channels: [{ ...place, channelId: 'tonight', channelName: 'tonight', level: 'all' }],
    };
    const requests = mock(setChannelAttention, () => {
      stored = { ...stored, channels: [] };
      return { ok: true };
    });
    const { user } = renderApp('/settings?tab=notifications');
    const list = within(await screen.findByRole('region', { name: 'Dimensions and channels' }));
    expect(await list.findByRole('link', { name: 'Observatory # tonight' })).toHaveAttribute(
      'href',
      '/dimensions/public?server=s-obs&channel=tonight',
    );
    expect(list.getByRole('combobox', { name: 'Notifications for Observatory' })).toHaveTextContent(
      'Nothing',
    );
    const level = list.getByRole('combobox', { name: 'Notifications for Observatory # tonight' });
    level.focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('option', { name: 'Same as Observatory' }));
    await waitFor(() => expect(list.queryByRole('link', { name: 'Observatory # tonight' })).toBeNull());
    expect(requests).toMatchObject([{ id: 'tonight', body: { level: 'dimension' } }]);
  });

  it('TLK-111 says where exceptions appear', async () => {
    renderApp('/settings?tab=notifications');
    expect(await screen.findByText('Exceptions appear here.')).toBeInTheDocument();
  });
});

describe('marking as read', () => {
  it('TLK-106 is offered for the dimension, for a channel with unread messages, and for everything', async () => {
    const ofServer = mock(markServerRead, { ok: true });
    const ofChannel = mock(advanceReadMark, { ok: true });
    const ofAll = mock(markHomeRead, { ok: true });
    const { user, panel, navigate } = await open();
    await user.click(await panel.findByRole('button', { name: 'Manage Observatory' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mark all channels read' }));
    await waitFor(() => expect(ofServer).toMatchObject([{ id: 's-obs' }]));
    await user.click(panel.getByRole('button', { name: 'Options of #general' }));
    expect(await screen.findByRole('menuitem', { name: 'Mark as read' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await user.keyboard('{Escape}');
    navigate('/dimensions/public?server=s-obs&channel=tonight');
    await user.click(await panel.findByRole('button', { name: 'Options of #tonight' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mark as read' }));
    await waitFor(() => expect(ofChannel).toMatchObject([{ id: 'tonight', body: { seq: 4 } }]));
    navigate('/dimensions');
    await user.click(await screen.findByRole('button', { name: 'Mark everything read' }));
    await waitFor(() => expect(ofAll).toHaveLength(1));
  });
});
