import { beforeEach, describe, expect, it } from '@jest/globals';
import { type ActivityView, listActivity } from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { startLive } from '../../../live/live.js';
import { expectConsoleError } from '../../../testing/console-errors.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { ACTIVITY_TEXTS } from './home.texts.js';

const tidalLibrary = { id: 'sea', name: 'Tidal Library' };
const otto = { id: 'u-otto', username: 'otto_n', displayName: 'Otto' };
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const messages = (minutes: number, count: number): ActivityView => ({
  kind: 'messages',
  server: tidalLibrary,
  at: ago(minutes),
  channel: { id: 'general', name: 'general' },
  count,
});
const joined = (minutes: number): ActivityView => ({
  kind: 'joined',
  server: tidalLibrary,
  at: ago(minutes),
  user: otto,
});
const linked = (minutes: number, sharedTags: string[]): ActivityView => ({
  kind: 'linked',
  at: ago(minutes),
  user: otto,
  sharedTags,
});

let entries: object[] = [];
let requests = 0;

function openHome(response: object[]) {
  entries = response;
  requests = 0;
  signIn();
  mock(listActivity, () => {
    requests += 1;
    return Response.json(entries);
  });
  return renderApp('/homepage');
}

const findLines = async () => {
  const heading = await screen.findByRole('heading', { name: ACTIVITY_TEXTS.title });
  const section = heading.closest('section');
  return section ? within(section).getAllByRole('listitem') : [];
};

describe('ActivityList', () => {
  it('API-057 lists messages by channel, joins and new links, each with a link', async () => {
    openHome([messages(0, 12), joined(4), linked(120, ['maps', 'sea', 'dust', 'moon'])]);
    await screen.findByText('12 messages');
    expect((await findLines()).map(({ textContent }) => textContent)).toEqual([
      '12 messages in # general, Tidal Librarynow',
      'Otto joined Tidal Library4 min',
      'Otto now shares #maps, #sea and 2 more with you2 hr',
    ]);
    expect(screen.getByRole('link', { name: '# general, Tidal Library' })).toHaveAttribute(
      'href',
      '/dimensions/public?server=sea&channel=general',
    );
    expect(screen.getAllByRole('link', { name: 'Otto' })[0]).toHaveAttribute('href', '/u/otto_n');
  });

  it.each([
    ['the list is empty', [], ACTIVITY_TEXTS.empty],
    ['the response is invalid', [{ kind: 'left' }], ACTIVITY_TEXTS.failed],
  ])('shows a text when %s', async (failure, response, text) => {
    if (failure === 'the response is invalid') expectConsoleError(/unexpected form/u);
    openHome(response);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  describe('with a live connection', () => {
    let live: LiveServer;
    beforeEach(() => {
      live = new LiveServer();
      live.start();
    });

    it('refetches after live events and marks new entries', async () => {
      const { unmount } = openHome([messages(3, 1)]);
      await screen.findByText('1 message');
      act(() => {
        useConnection.setState({ status: 'idle' }, true);
        startLive();
      });
      expect(await screen.findByText(ACTIVITY_TEXTS.live)).toBeInTheDocument();
      expect(requests).toBe(1);
      entries = [messages(0, 2), joined(9)];
      live.io.emit('channel:activity', { serverId: 'sea', channels: [{ channelId: 'general', lastSeq: 2 }] });
      await screen.findByText('2 messages');
      expect((await findLines()).map(({ className }) => className)).toEqual(['is-new', '']);
      for (let sent = 0; sent < 5; sent += 1) {
        live.io.emit('channel:activity', { serverId: 'sea', channels: [] });
      }
      live.io.emit('waitlist:count', { count: 77 });
      await waitFor(() => expect(screen.getByText('77 nodes formed')).toBeInTheDocument());
      expect(requests).toBe(2);
      // Unmount before the server stops.
      unmount();
    });

    it('counts new entries while the list has focus, and shows them on request', async () => {
      const { user, unmount } = openHome([messages(3, 1)]);
      await screen.findByText('1 message');
      act(() => {
        useConnection.setState({ status: 'idle' }, true);
        startLive();
      });
      await screen.findByText(ACTIVITY_TEXTS.live);
      screen.getByRole('link', { name: '# general, Tidal Library' }).focus();
      entries = [linked(0, ['maps']), messages(0, 2)];
      live.io.emit('links:changed', {});
      const button = await screen.findByRole('button', { name: '2 new' });
      expect(screen.getByText('1 message')).toBeInTheDocument();
      await user.click(button);
      expect(await screen.findByText('2 messages')).toBeInTheDocument();
      expect((await findLines()).map(({ className }) => className)).toEqual(['is-new', 'is-new']);
      unmount();
    });
  });
});
