import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ActivityView } from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useConnection } from '../../live/connection.store.js';
import { startLive } from '../../live/live.js';
import { LiveServer } from '../../testing/live-server.js';
import { signIn } from '../../testing/members.js';
import { renderApp } from '../../testing/render.js';
import { server } from '../../testing/server.js';
import { ACTIVITY_TEXTS } from './home.texts.js';

const place = { id: 'sea', name: 'Tidal Library' };
const otto = { id: 'u-otto', username: 'otto_n', displayName: 'Otto' };
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const talk = (minutes: number, count: number): ActivityView => ({
  kind: 'messages',
  server: place,
  at: ago(minutes),
  channel: { id: 'general', name: 'general' },
  count,
});
const joined = (minutes: number): ActivityView => ({
  kind: 'joined',
  server: place,
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
let asked = 0;

function arrive(given: object[]) {
  entries = given;
  asked = 0;
  signIn();
  server.use(
    http.get('/api/activity', () => {
      asked += 1;
      return HttpResponse.json(entries);
    }),
  );
  return renderApp('/homepage');
}

const lines = async () => {
  const heading = await screen.findByRole('heading', { name: ACTIVITY_TEXTS.title });
  const section = heading.closest('section');
  return section ? within(section).getAllByRole('listitem') : [];
};

describe('what happened near one', () => {
  it('API-057 tells of messages by channel, of who joined and of new links, and leads there', async () => {
    arrive([talk(0, 12), joined(4), linked(120, ['maps', 'sea', 'dust', 'moon'])]);
    await screen.findByText('12 messages');
    expect((await lines()).map(({ textContent }) => textContent)).toEqual([
      '12 messages in # general, Tidal Librarynow',
      'otto_n joined Tidal Library4 min',
      'otto_n now shares #maps #sea and 2 more2 hr',
    ]);
    expect(screen.getByRole('link', { name: '# general, Tidal Library' })).toHaveAttribute(
      'href',
      '/dimensions/public?server=sea&channel=general',
    );
    expect(screen.getAllByRole('link', { name: 'otto_n' })[0]).toHaveAttribute('href', '/u/otto_n');
  });

  it.each([
    ['nothing happened', [], ACTIVITY_TEXTS.empty],
    ['it has another form', [{ kind: 'left' }], ACTIVITY_TEXTS.failed],
  ])('says so where %s', async (_case, given, text) => {
    arrive(given);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  describe('live', () => {
    let live: LiveServer;
    beforeEach(() => {
      live = new LiveServer();
      live.start();
    });
    afterEach(() => live.stop());

    it('fetches anew when the server tells of something, and marks what is new', async () => {
      const { unmount } = arrive([talk(3, 1)]);
      await screen.findByText('1 message');
      act(() => {
        useConnection.setState({ status: 'idle' }, true);
        startLive();
      });
      expect(await screen.findByText(ACTIVITY_TEXTS.live)).toBeInTheDocument();
      expect(asked).toBe(1);
      entries = [talk(0, 2), joined(9)];
      live.io.emit('channel:activity', { serverId: 'sea', channels: [{ channelId: 'general', lastSeq: 2 }] });
      await screen.findByText('2 messages');
      expect((await lines()).map(({ className }) => className)).toEqual(['is-new', '']);
      // However much is told at once, it is fetched once.
      for (let told = 0; told < 5; told += 1) {
        live.io.emit('channel:activity', { serverId: 'sea', channels: [] });
      }
      live.io.emit('waitlist:count', { count: 77 });
      await waitFor(() => expect(screen.getByText('77 nodes formed')).toBeInTheDocument());
      expect(asked).toBe(2);
      // Gone before its server is.
      unmount();
    });
  });
});
