import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  type ChannelView,
  LIMITS,
  listChannels,
  listGroups,
  listMembers,
  listMessages,
  listServers,
  listTimeOuts,
  nextFullMoon,
  type ServerView,
  updateChannel,
  updateServer,
} from '@oniverse/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { formatMoment, formatShortMoment } from '../../../ui/dates.js';
import { installLayout } from '../../../testing/layout.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { channelView, serverView } from '../../../testing/servers.js';
import { AUDIT_SENTENCES } from './audit.texts.js';

const ROOM = '/dimensions/private?server=s-own&channel=c-attic';
const DAY_MS = 86_400_000;

let server: ServerView;
let channel: ChannelView;

function serve(givenServer: Partial<ServerView> = {}, givenChannel: Partial<ChannelView> = {}): void {
  server = { ...serverView('owner'), ...givenServer };
  channel = channelView('attic', { isDefault: true, ...givenChannel });
  mock(listServers, () => [server]);
  mock(listChannels, () => [channel]);
  mock(listMembers, []);
  mock(listGroups, []);
  mock(listTimeOuts, []);
}

beforeEach(installLayout);
beforeEach(() => {
  signIn();
});

describe('how long messages are kept', () => {
  const openOfChannel = async () => {
    const { user } = renderApp(ROOM);
    await user.click(await screen.findByRole('button', { name: 'Manage #attic' }));
    await user.click(screen.getByRole('menuitem', { name: 'Keep messages' }));
    const title = 'Keep messages in #attic';
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    const choose = async (name: string) => {
      await user.click(dialog.getByRole('combobox', { name: /keep messages/u }));
      await user.click(await screen.findByRole('option', { name }));
    };
    const isClosed = async () =>
      waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
    return { user, dialog, choose, isClosed };
  };

  it('TLK-527 is chosen for a channel, and asks before messages are deleted sooner', async () => {
    serve({ messageDays: 365 });
    const saved = mock(updateChannel, ({ body }) => ({ ...channel, messageDays: body?.messageDays ?? null }));
    const { user, dialog, choose, isClosed } = await openOfChannel();
    expect(dialog.getByRole('combobox', { name: /keep messages/u })).toHaveTextContent(
      'As the dimension: for 1 year',
    );
    await choose('90 days');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Keep messages for 90 days only' }),
    );
    expect(question.getByText(/older than 90 days will be deleted for everyone/u)).toHaveTextContent(
      'also those that exist. This begins one day from now; until then you can take it back here.',
    );
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(saved).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Keep them shorter' }));
    await isClosed();
    expect(saved).toMatchObject([{ id: 'c-attic', body: { messageDays: 90 } }]);
  });

  it('TLK-527 needs no question for a longer time, and takes a number of its own', async () => {
    serve({}, { messageDays: 45 });
    const saved = mock(updateChannel, ({ body }) => ({ ...channel, messageDays: body?.messageDays ?? null }));
    const { user, dialog, isClosed } = await openOfChannel();
    const days = dialog.getByRole('textbox', { name: 'days' });
    expect(days).toHaveValue('45');
    await user.clear(days);
    await user.type(days, '12{Enter}');
    expect(dialog.getByText('Enter a whole number of days, 30 to 3650.')).toBeInTheDocument();
    await user.clear(days);
    await user.type(days, '120{Enter}');
    await isClosed();
    expect(saved).toMatchObject([{ body: { messageDays: 120 } }]);
  });

  it('TLK-527 follows the dimension again', async () => {
    serve({ messageDays: 365 }, { messageDays: 45 });
    const saved = mock(updateChannel, () => channel);
    const { user, dialog, choose, isClosed } = await openOfChannel();
    await choose('As the dimension: for 1 year');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await isClosed();
    expect(saved).toMatchObject([{ body: { messageDays: null } }]);
  });

  it('TLK-527 is chosen for a dimension by its owner, and says what still holds', async () => {
    const until = new Date(Date.now() + DAY_MS / 2).toISOString();
    serve({ messageDays: 30, formerMessageDays: 0, formerMessageDaysUntil: until });
    const saved = mock(updateServer, () => server);
    const { user } = renderApp(ROOM);
    await user.click(await screen.findByRole('button', { name: 'Manage Back room' }));
    await user.click(screen.getByRole('menuitem', { name: 'Keep messages' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Keep messages in Back room' }));
    expect(dialog.getByText(/messages are still kept for ever/u)).toHaveTextContent(
      `Until ${formatShortMoment(new Date(until))}, messages are still kept for ever. Choose that again to take the change back.`,
    );
    await user.click(dialog.getByRole('combobox', { name: /keep messages/u }));
    expect(screen.queryByRole('option', { name: /As the dimension/u })).toBeNull();
    await user.click(await screen.findByRole('option', { name: 'For ever' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toMatchObject([{ id: 's-own', body: { messageDays: 0 } }]));
  });

  it('TLK-554 is until a time each day for a channel, and asks before that begins', async () => {
    serve();
    const saved = mock(updateChannel, ({ body }) => ({ ...channel, fadeMinute: body?.fadeMinute ?? null }));
    const { user, dialog, choose, isClosed } = await openOfChannel();
    await choose('Until a time each day');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Enter a time, such as 06:00.')).toBeInTheDocument();
    fireEvent.change(dialog.getByLabelText('time, in UTC'), { target: { value: '06:00' } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Delete messages every day at 06:00 UTC' }),
    );
    expect(question.getByText(/All messages in #attic/u)).toHaveTextContent(
      'also those that exist. This begins a week from now; until then you can take it back here.',
    );
    expect(saved).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Delete them each day' }));
    await isClosed();
    expect(saved).toMatchObject([{ body: { messageDays: null, fadeMinute: 360 } }]);
  });

  it('TLK-554 takes a time each day back without a question', async () => {
    const until = new Date(Date.now() + 5 * DAY_MS).toISOString();
    serve({}, { fadeMinute: 1_425, formerMessageDays: 0, formerMessageDaysUntil: until });
    const saved = mock(updateChannel, () => channel);
    const { user, dialog, choose, isClosed } = await openOfChannel();
    expect(dialog.getByLabelText('time, in UTC')).toHaveValue('23:45');
    expect(dialog.getByText(/messages are still kept for ever/u)).toBeInTheDocument();
    await choose('As the dimension: for ever');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await isClosed();
    expect(saved).toMatchObject([{ body: { messageDays: null, fadeMinute: null } }]);
  });

  it('TLK-527 is not offered to members without a role', async () => {
    serve({ membership: { role: 'member' } });
    const { user } = renderApp(ROOM);
    await user.click(await screen.findByRole('button', { name: 'Options of #attic' }));
    expect(screen.queryByRole('menuitem', { name: 'Keep messages' })).toBeNull();
  });

  it('TLK-521 is in the sentences of the audit log', () => {
    const sentence = (kind: 'server_changed' | 'channel_changed', messageDays: number | null) =>
      AUDIT_SENTENCES[kind]({ actor: 'Vesper', subject: '', detail: { name: 'attic', messageDays } });
    expect(sentence('server_changed', 90)).toBe(
      'Vesper changed the dimension, with messages kept for 90 days',
    );
    expect(sentence('channel_changed', 0)).toMatch(/, with messages kept for ever$/u);
    expect(sentence('channel_changed', null)).toMatch(/, with messages kept as in the dimension$/u);
    const fading = (fadeMinute: number | null, messageDays?: number) =>
      AUDIT_SENTENCES.channel_changed({
        actor: 'Vesper',
        subject: '',
        detail: { name: 'attic', fadeMinute, ...(messageDays !== undefined && { messageDays }) },
      });
    expect(fading(360)).toMatch(/, with messages that fade every day at 06:00 UTC$/u);
    expect(fading(null)).toMatch(/, with messages that no longer fade each day$/u);
    expect(fading(null, 90)).toMatch(
      /, with messages that no longer fade each day, with messages kept for 90 days$/u,
    );
  });
});

describe('a channel that keeps messages for some days', () => {
  let live: LiveServer;

  beforeEach(() => {
    live = new LiveServer();
    live.start();
    live.io.on('connection', (socket) => {
      socket.on('presence:list', (_request: object, answer: (ack: object) => void) =>
        answer({ ok: true, online: [] }),
      );
    });
  });

  const openRoom = async (address = ROOM) => {
    const view = renderApp(address);
    // The router's test harness disables the socket.
    act(() => useConnection.setState({ status: 'idle' }, true));
    await waitFor(() => expect(live.countRequests('channel:open')).toBeGreaterThan(0));
    return view;
  };
  const fill = (count: number) => {
    for (let seq = 1; seq <= count; seq += 1) live.postMessage('c-attic', { content: `Number ${seq}` });
  };

  it('TLK-527 says so beside its topic and above its oldest message', async () => {
    fill(3);
    serve({ messageDays: 90 }, { description: 'For those who look up.', lastSeq: 3 });
    await openRoom();
    const start = { selector: '.chat__kept' };
    expect(await screen.findByText('Messages here are kept for 90 days.', start)).toBeInTheDocument();
    expect(screen.getByText('For those who look up.').parentElement).toHaveTextContent(
      'For those who look up. · Messages here are kept for 90 days.',
    );
  });

  it('TLK-527 says from when they are kept for a shorter time', async () => {
    const until = new Date(Date.now() + DAY_MS / 2).toISOString();
    serve({}, { messageDays: 30, formerMessageDays: 365, formerMessageDaysUntil: until });
    await openRoom();
    expect(await screen.findByText(/Older ones will be deleted/u)).toHaveTextContent(
      `From ${formatShortMoment(new Date(until))}, messages here are kept for 30 days.`,
    );
  });

  it('TLK-554 says when they fade, and from when', async () => {
    fill(3);
    serve({ messageDays: 90 }, { fadeMinute: 360, lastSeq: 3 });
    await openRoom();
    const start = { selector: '.chat__kept' };
    expect(await screen.findByText('Messages here fade every day at 06:00 UTC.', start)).toBeInTheDocument();
  });

  it('TLK-552 says a week before when they begin to fade', async () => {
    const until = new Date(Date.now() + 5 * DAY_MS).toISOString();
    serve({}, { fadeMinute: 360, formerMessageDays: 0, formerMessageDaysUntil: until });
    await openRoom();
    expect(await screen.findByText(/messages here fade every day/u)).toHaveTextContent(
      `From ${formatShortMoment(new Date(until))}, messages here fade every day at 06:00 UTC. Those from before will be deleted.`,
    );
  });

  it('TLK-555 TLK-557 says when the next full moon opens a message that was left, and takes one', async () => {
    fill(3);
    serve({}, { opensAtFullMoon: true, lastSeq: 3 });
    const moon = formatMoment(nextFullMoon(Date.now()));
    const { user } = await openRoom();
    expect(await screen.findByText(/At each full moon/u, { selector: '.chat__kept' })).toHaveTextContent(
      `one of the messages that members left for it opens here and is pinned. The next is on ${moon}.`,
    );
    await user.click(screen.getByRole('button', { name: 'Send later' }));
    expect(
      await screen.findByRole('menuitem', { name: `For a full moon, the next on ${moon}` }),
    ).toBeInTheDocument();
  });

  it('TLK-524 ends where its messages begin, and says that a message of a link expired', async () => {
    fill(80);
    const log = live.channelLog('c-attic');
    for (let seq = 1; seq <= 60; seq += 1) log.delete(seq);
    log.drop();
    serve({ messageDays: 90 }, { lastSeq: 80 });
    const asked = mock(listMessages, []);
    await openRoom(`${ROOM}&message=12`);
    expect(await screen.findByText('This message is no longer kept.')).toBeInTheDocument();
    expect(await screen.findByText('Number 61')).toBeInTheDocument();
    expect(asked).toEqual([]);
  });

  it('TLK-524 learns from a page of history where it begins now', async () => {
    fill(80);
    serve({ messageDays: 90 }, { lastSeq: 80, readSeq: 80 });
    const asked = mock(listMessages, []);
    await openRoom();
    await waitFor(() =>
      expect(asked).toMatchObject([{ query: { before: '31', limit: `${LIMITS.page.max}` } }]),
    );
    expect(
      await screen.findByText('Messages here are kept for 90 days.', { selector: '.chat__kept' }),
    ).toBeInTheDocument();
    expect(screen.queryByText(/could not be loaded/u)).toBeNull();
    expect(asked).toHaveLength(1);
  });
});
