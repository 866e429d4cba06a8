import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { connectionNow } from '../../live/connection.store.js';
import { retryNow } from '../../live/live.js';
import { storeSession } from '../../api/stored-session.js';
import { ChannelLog, LiveServer } from '../../testing/live-server.js';
import { server } from '../../testing/server.js';
import { loadAround, loadNewer, loadOlder } from './messages.queries.js';
import { isWhole, newestHeld, oldestHeld } from './messages.state.js';
import { channelNow, forgetMessages, useMessages } from './messages.store.js';
import { openChannel, openLatest } from './messages.sync.js';

let live: LiveServer;
let closers: (() => void)[] = [];
const openOne = (channelId: string) => {
  const close = openChannel(channelId);
  closers.push(close);
  return close;
};
const contentsOf = (channelId: string) => channelNow(channelId).messages.map(({ content }) => content);
const isWholeNow = (channelId: string, newest: number) =>
  waitFor(() => {
    expect(newestHeld(channelNow(channelId))).toBe(newest);
    expect(isWhole(channelNow(channelId))).toBe(true);
  });
/** The stretch may end before what is known. */
const isKnownNow = (channelId: string, seq: number) =>
  waitFor(() => {
    expect(channelNow(channelId).seq).toBe(seq);
    expect(isWhole(channelNow(channelId))).toBe(true);
  });
const rangeOf = (channelId: string) => [oldestHeld(channelNow(channelId)), newestHeld(channelNow(channelId))];

beforeEach(() => {
  storeSession('known-session');
  live = new LiveServer();
  live.start({ answerMs: 300 });
});
afterEach(async () => {
  for (const close of closers) close();
  closers = [];
  await live.stop();
  forgetMessages();
});

describe('a channel that is open', () => {
  it('LIV-002 brings its latest messages, then what is said', async () => {
    live.channels.set('tonight', new ChannelLog(2));
    openOne('tonight');
    await isWholeNow('tonight', 2);
    live.say('tonight', { content: 'Meteor!' });
    await isWholeNow('tonight', 3);
    expect(contentsOf('tonight').at(-1)).toBe('Meteor!');
    expect(live.timesAsked('channel:open')).toBe(1);
  });

  it('LIV-002 GAP-133 shows edits and deletions as they happen, and asks where one does not join', async () => {
    live.channels.set('tonight', new ChannelLog(3));
    openOne('tonight');
    await isWholeNow('tonight', 3);
    live.edit('tonight', 1, 'edited');
    live.delete('tonight', 2);
    live.say('tonight', { content: 'next' });
    await isWholeNow('tonight', 4);
    expect(contentsOf('tonight')).toEqual(['edited', '', 'message 3', 'next']);
    expect(channelNow('tonight').messages[1]?.deletedAt).not.toBeNull();
    expect(live.timesAsked('channel:open')).toBe(1);
    live.tells = false;
    live.edit('tonight', 3, 'not told');
    live.tells = true;
    live.edit('tonight', 4, 'told');
    await waitFor(() => expect(contentsOf('tonight')).toEqual(['edited', '', 'not told', 'told']));
    await isWholeNow('tonight', 4);
    expect(live.timesAsked('channel:open')).toBe(2);
  });

  it('LIV-009 after a lost connection fetches what it missed, and joins its room again', async () => {
    live.channels.set('tonight', new ChannelLog(2));
    openOne('tonight');
    await isWholeNow('tonight', 2);
    live.cutOff();
    await waitFor(() => expect(connectionNow().status).toBe('lost'));
    live.say('tonight', { content: 'missed' });
    live.log('tonight').edit(1, 'edited meanwhile');
    retryNow();
    await isWholeNow('tonight', 3);
    expect(contentsOf('tonight')).toEqual(['edited meanwhile', 'message 2', 'missed']);
    expect(live.asked.at(-1)?.payload).toMatchObject({ from: 1, after: 2, rev: 2 });
    live.say('tonight', { content: 'live again' });
    await isWholeNow('tonight', 4);
  });

  it('LIV-009 after a long absence goes on page by page until nothing is missing', async () => {
    live.channels.set('tonight', new ChannelLog(2));
    openOne('tonight');
    await isWholeNow('tonight', 2);
    live.cutOff();
    await waitFor(() => expect(connectionNow().status).toBe('lost'));
    for (let missed = 0; missed < 250; missed += 1) live.say('tonight', {});
    retryNow();
    await isWholeNow('tonight', 252);
    expect(channelNow('tonight').messages).toEqual(live.log('tonight').messages);
    expect(live.timesAsked('channel:open')).toBe(4);
  });

  it('LIV-009 after a very long absence starts afresh from the latest', async () => {
    live.channels.set('tonight', new ChannelLog(2));
    openOne('tonight');
    await isWholeNow('tonight', 2);
    live.cutOff();
    await waitFor(() => expect(connectionNow().status).toBe('lost'));
    for (let missed = 0; missed < 1_001; missed += 1) live.say('tonight', {});
    retryNow();
    await isWholeNow('tonight', 1_003);
    expect(channelNow('tonight').messages).toHaveLength(50);
  });

  it('LIV-009 asks for what is missing when a packet does not join', async () => {
    live.channels.set('tonight', new ChannelLog(2));
    openOne('tonight');
    await isWholeNow('tonight', 2);
    live.tells = false;
    live.say('tonight', { content: 'not told' });
    live.tells = true;
    live.say('tonight', { content: 'told' });
    await isWholeNow('tonight', 4);
    expect(contentsOf('tonight').slice(-2)).toEqual(['not told', 'told']);
  });

  it('LIV-003 is left when nobody looks at it any more', async () => {
    const close = openOne('tonight');
    const second = openOne('tonight');
    await isWholeNow('tonight', 0);
    close();
    close();
    expect(live.timesAsked('channel:close')).toBe(0);
    second();
    await waitFor(() => expect(live.timesAsked('channel:close')).toBe(1));
    live.say('tonight', { content: 'unheard' });
    openOne('general');
    await isWholeNow('general', 0);
    expect(contentsOf('tonight')).toEqual([]);
    openOne('tonight');
    await isWholeNow('tonight', 1);
  });

  it('says why it will not open', async () => {
    live.io.on('connection', (socket) => {
      socket.removeAllListeners('channel:open');
      socket.on('channel:open', (_request: object, answer: (ack: object) => void) =>
        answer({ ok: false, code: 'not_found', message: 'There is no such thing here.' }),
      );
    });
    openOne('nowhere');
    await waitFor(() =>
      expect(useMessages.getState().refusals).toEqual({ nowhere: 'There is no such thing here.' }),
    );
  });

  it('asks again when a part of the server is down', async () => {
    let refused = 0;
    live.io.on('connection', (socket) => {
      const listeners = socket.listeners('channel:open');
      socket.removeAllListeners('channel:open');
      socket.on('channel:open', (request: object, answer: (ack: object) => void) => {
        refused += 1;
        if (refused < 3) answer({ ok: false, code: 'unavailable', message: 'Down.', retryAfter: 0 });
        else for (const listener of listeners) listener(request, answer);
      });
    });
    live.channels.set('tonight', new ChannelLog(1));
    openOne('tonight');
    await isWholeNow('tonight', 1);
    expect(refused).toBe(3);
  });

  it('GAP-140 is forgotten when the session ends', async () => {
    live.channels.set('tonight', new ChannelLog(2));
    openOne('tonight');
    await isWholeNow('tonight', 2);
    live.io.emit('session:ended', { reason: 'logout' });
    await waitFor(() => expect(channelNow('tonight').ready).toBe(false));
  });
});

const answerPages = () =>
  server.use(
    http.get('/api/channels/tonight/messages', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const limit = Number(query.get('limit'));
      const after = query.get('after');
      const before = Number(query.get('before'));
      const { messages } = live.log('tonight');
      return HttpResponse.json(
        after === null
          ? messages.filter(({ seq }) => seq < before).slice(-limit)
          : messages.slice(Number(after), Number(after) + limit),
      );
    }),
  );

describe('history', () => {
  it('GAP-131 begins with the latest 50, and is fetched page by page until the first message', async () => {
    live.channels.set('tonight', new ChannelLog(220));
    answerPages();
    openOne('tonight');
    await isWholeNow('tonight', 220);
    expect(channelNow('tonight').messages).toHaveLength(50);
    await loadOlder('tonight');
    expect(channelNow('tonight').messages).toHaveLength(150);
    await loadOlder('tonight');
    expect(channelNow('tonight').messages).toEqual(live.log('tonight').messages);
    server.resetHandlers();
    await loadOlder('tonight');
    expect(useMessages.getState().older).toEqual({ tonight: 'idle' });
  });

  it('goes far back at once, down again page by page, and to the latest at once', async () => {
    live.channels.set('tonight', new ChannelLog(1_000));
    answerPages();
    openOne('tonight');
    await isKnownNow('tonight', 1_000);
    await loadAround('tonight', 100);
    expect(rangeOf('tonight')).toEqual([50, 149]);
    live.say('tonight', {});
    await isKnownNow('tonight', 1_001);
    await loadNewer('tonight');
    expect(rangeOf('tonight')).toEqual([50, 249]);
    expect(channelNow('tonight').messages).toEqual(live.log('tonight').messages.slice(49, 249));
    expect(live.timesAsked('channel:open')).toBe(1);
    openLatest('tonight');
    await waitFor(() => expect(rangeOf('tonight')).toEqual([952, 1_001]));
    await isWholeNow('tonight', 1_001);
  });

  it('LIV-009 far back it survives a lost connection where it is', async () => {
    live.channels.set('tonight', new ChannelLog(2_000));
    answerPages();
    openOne('tonight');
    await isKnownNow('tonight', 2_000);
    await loadAround('tonight', 100);
    live.cutOff();
    await waitFor(() => expect(connectionNow().status).toBe('lost'));
    live.log('tonight').edit(120, 'edited meanwhile');
    live.say('tonight', {});
    retryNow();
    await isKnownNow('tonight', 2_001);
    expect(rangeOf('tonight')).toEqual([50, 149]);
    expect(channelNow('tonight').messages.find(({ seq }) => seq === 120)?.content).toBe('edited meanwhile');
  });

  it('the next visit of a channel that one left far back begins with the latest', async () => {
    live.channels.set('tonight', new ChannelLog(300));
    answerPages();
    const close = openOne('tonight');
    await isKnownNow('tonight', 300);
    await loadAround('tonight', 100);
    close();
    openOne('tonight');
    await isWholeNow('tonight', 300);
    expect(rangeOf('tonight')).toEqual([251, 300]);
  });

  it('keeps what comes live while it loads', async () => {
    live.channels.set('tonight', new ChannelLog(80));
    answerPages();
    openOne('tonight');
    await isWholeNow('tonight', 80);
    const page = loadOlder('tonight');
    live.say('tonight', {});
    await page;
    await isWholeNow('tonight', 81);
    expect(channelNow('tonight').messages).toEqual(live.log('tonight').messages);
  });

  it('says when it could not be loaded', async () => {
    live.channels.set('tonight', new ChannelLog(80));
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(http.get('/api/channels/tonight/messages', () => HttpResponse.json({}, { status: 503 })));
    openOne('tonight');
    await isWholeNow('tonight', 80);
    await loadOlder('tonight');
    expect(useMessages.getState().older).toEqual({ tonight: 'failed' });
    error.mockRestore();
  });
});
