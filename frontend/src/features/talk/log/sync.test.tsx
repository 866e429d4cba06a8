import { beforeEach, describe, expect, it } from '@jest/globals';
import { listMessages } from '@oniverse/contracts';
import { waitFor } from '@testing-library/react';
import { getConnection } from '../../../live/connection.store.js';
import { retryNow } from '../../../live/live.js';
import { storeSession } from '../../../api/stored-session.js';
import { problem } from '../../../testing/call-handler.js';
import { expectConsoleError } from '../../../testing/console-errors.js';
import { ChannelLog, LiveServer } from '../../../testing/live-server.js';
import { mock } from '../../../testing/mock.js';
import { server } from '../../../testing/server.js';
import { atTestEnd } from '../../../testing/reset.js';
import { loadAround, loadNewer, loadOlder } from './history.js';
import { isUpToDate, newestLoaded, oldestLoaded } from './channel.js';
import { getChannel, useLog } from './log.store.js';
import { openChannel, openLatest } from './sync.js';

let live: LiveServer;
const openOne = (channelId: string) => {
  const close = openChannel(channelId);
  atTestEnd(close);
  return close;
};
const contentsOf = (channelId: string) => getChannel(channelId).messages.map(({ content }) => content);
const isWholeNow = (channelId: string, newest: number) =>
  waitFor(() => {
    expect(newestLoaded(getChannel(channelId))).toBe(newest);
    expect(isUpToDate(getChannel(channelId))).toBe(true);
  });
/** The loaded segment may end before `seq`. */
const isKnownNow = (channelId: string, seq: number) =>
  waitFor(() => {
    expect(getChannel(channelId).seq).toBe(seq);
    expect(isUpToDate(getChannel(channelId))).toBe(true);
  });
const rangeOf = (channelId: string) => [
  oldestLoaded(getChannel(channelId)),
  newestLoaded(getChannel(channelId)),
];

beforeEach(() => {
  storeSession('known-session');
  live = new LiveServer();
  live.start({ answerTimeoutMs: 300 });
});
describe('an open channel', () => {
  it('LIV-002 loads its latest messages, then receives new ones', async () => {
    live.channels.set('tonight', new ChannelLog(2));
    openOne('tonight');
    await isWholeNow('tonight', 2);
    live.postMessage('tonight', { content: 'Meteor!' });
    await isWholeNow('tonight', 3);
    expect(contentsOf('tonight').at(-1)).toBe('Meteor!');
    expect(live.countRequests('channel:open')).toBe(1);
  });

  it('LIV-002 GAP-133 applies live edits and deletions, and requests missing ones after a gap', async () => {
    live.channels.set('tonight', new ChannelLog(3));
    openOne('tonight');
    await isWholeNow('tonight', 3);
    live.edit('tonight', 1, 'edited');
    live.delete('tonight', 2);
    live.postMessage('tonight', { content: 'next' });
    await isWholeNow('tonight', 4);
    expect(contentsOf('tonight')).toEqual(['edited', '', 'message 3', 'next']);
    expect(getChannel('tonight').messages[1]?.deletedAt).not.toBeNull();
    expect(live.countRequests('channel:open')).toBe(1);
    live.broadcasts = false;
    live.edit('tonight', 3, 'missed');
    live.broadcasts = true;
    live.edit('tonight', 4, 'received');
    await waitFor(() => expect(contentsOf('tonight')).toEqual(['edited', '', 'missed', 'received']));
    await isWholeNow('tonight', 4);
    expect(live.countRequests('channel:open')).toBe(2);
  });

  it('LIV-009 fetches missed changes after a reconnect and joins its room again', async () => {
    live.channels.set('tonight', new ChannelLog(2));
    openOne('tonight');
    await isWholeNow('tonight', 2);
    live.disconnectAll();
    await waitFor(() => expect(getConnection().status).toBe('lost'));
    live.postMessage('tonight', { content: 'missed' });
    live.channelLog('tonight').edit(1, 'edited offline');
    retryNow();
    await isWholeNow('tonight', 3);
    expect(contentsOf('tonight')).toEqual(['edited offline', 'message 2', 'missed']);
    expect(live.requests.at(-1)?.payload).toMatchObject({ from: 1, after: 2, rev: 2 });
    live.postMessage('tonight', { content: 'live again' });
    await isWholeNow('tonight', 4);
  });

  it('LIV-009 fetches page by page after a long absence until nothing is missing', async () => {
    live.channels.set('tonight', new ChannelLog(2));
    openOne('tonight');
    await isWholeNow('tonight', 2);
    live.disconnectAll();
    await waitFor(() => expect(getConnection().status).toBe('lost'));
    for (let missed = 0; missed < 250; missed += 1) live.postMessage('tonight', {});
    retryNow();
    await isWholeNow('tonight', 252);
    expect(getChannel('tonight').messages).toEqual(live.channelLog('tonight').messages);
    expect(live.countRequests('channel:open')).toBe(4);
  });

  it('LIV-009 starts over with the latest messages after a very long absence', async () => {
    live.channels.set('tonight', new ChannelLog(2));
    openOne('tonight');
    await isWholeNow('tonight', 2);
    live.disconnectAll();
    await waitFor(() => expect(getConnection().status).toBe('lost'));
    for (let missed = 0; missed < 1_001; missed += 1) live.postMessage('tonight', {});
    retryNow();
    await isWholeNow('tonight', 1_003);
    expect(getChannel('tonight').messages).toHaveLength(50);
  });

  it('LIV-009 requests missing messages when a packet leaves a gap', async () => {
    live.channels.set('tonight', new ChannelLog(2));
    openOne('tonight');
    await isWholeNow('tonight', 2);
    live.broadcasts = false;
    live.postMessage('tonight', { content: 'missed' });
    live.broadcasts = true;
    live.postMessage('tonight', { content: 'received' });
    await isWholeNow('tonight', 4);
    expect(contentsOf('tonight').slice(-2)).toEqual(['missed', 'received']);
  });

  it('LIV-003 is closed when its last user closes it', async () => {
    const close = openOne('tonight');
    const second = openOne('tonight');
    await isWholeNow('tonight', 0);
    close();
    close();
    expect(live.countRequests('channel:close')).toBe(0);
    second();
    await waitFor(() => expect(live.countRequests('channel:close')).toBe(1));
    live.postMessage('tonight', { content: 'missed' });
    openOne('general');
    await isWholeNow('general', 0);
    expect(contentsOf('tonight')).toEqual([]);
    openOne('tonight');
    await isWholeNow('tonight', 1);
  });

  it('stores why the server refused to open it', async () => {
    live.io.on('connection', (socket) => {
      socket.removeAllListeners('channel:open');
      socket.on('channel:open', (_request: object, answer: (ack: object) => void) =>
        answer({ ok: false, code: 'not_found', message: 'Not found.' }),
      );
    });
    openOne('nowhere');
    await waitFor(() => expect(useLog.getState().refusals).toEqual({ nowhere: 'Not found.' }));
  });

  it('retries while the server is unavailable', async () => {
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
});

const answerPages = () =>
  mock(listMessages, ({ id, query }) => {
    const [limit, before] = [Number(query.limit), Number(query.before)];
    const { messages } = live.channelLog(id);
    return query.after === undefined
      ? messages.filter(({ seq }) => seq < before).slice(-limit)
      : messages.slice(Number(query.after), Number(query.after) + limit);
  });

describe('history', () => {
  it('GAP-131 starts with the latest 50 and loads page by page to the first message', async () => {
    live.channels.set('tonight', new ChannelLog(220));
    answerPages();
    openOne('tonight');
    await isWholeNow('tonight', 220);
    expect(getChannel('tonight').messages).toHaveLength(50);
    await loadOlder('tonight');
    expect(getChannel('tonight').messages).toHaveLength(150);
    await loadOlder('tonight');
    expect(getChannel('tonight').messages).toEqual(live.channelLog('tonight').messages);
    server.resetHandlers();
    await loadOlder('tonight');
    expect(useLog.getState().older).toEqual({ tonight: 'idle' });
  });

  it('jumps far back, loads forward page by page, and jumps to the latest messages', async () => {
    live.channels.set('tonight', new ChannelLog(1_000));
    answerPages();
    openOne('tonight');
    await isKnownNow('tonight', 1_000);
    await loadAround('tonight', 100);
    expect(rangeOf('tonight')).toEqual([50, 149]);
    live.postMessage('tonight', {});
    await isKnownNow('tonight', 1_001);
    await loadNewer('tonight');
    expect(rangeOf('tonight')).toEqual([50, 249]);
    expect(getChannel('tonight').messages).toEqual(live.channelLog('tonight').messages.slice(49, 249));
    expect(live.countRequests('channel:open')).toBe(1);
    openLatest('tonight');
    await waitFor(() => expect(rangeOf('tonight')).toEqual([952, 1_001]));
    await isWholeNow('tonight', 1_001);
  });

  it('LIV-009 stays at an old segment across a reconnect', async () => {
    live.channels.set('tonight', new ChannelLog(2_000));
    answerPages();
    openOne('tonight');
    await isKnownNow('tonight', 2_000);
    await loadAround('tonight', 100);
    live.disconnectAll();
    await waitFor(() => expect(getConnection().status).toBe('lost'));
    live.channelLog('tonight').edit(120, 'edited offline');
    live.postMessage('tonight', {});
    retryNow();
    await isKnownNow('tonight', 2_001);
    expect(rangeOf('tonight')).toEqual([50, 149]);
    expect(getChannel('tonight').messages.find(({ seq }) => seq === 120)?.content).toBe('edited offline');
  });

  it('starts with the latest messages after the channel was closed far back', async () => {
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

  it('keeps messages that arrive live while a page loads', async () => {
    live.channels.set('tonight', new ChannelLog(80));
    answerPages();
    openOne('tonight');
    await isWholeNow('tonight', 80);
    const page = loadOlder('tonight');
    live.postMessage('tonight', {});
    await page;
    await isWholeNow('tonight', 81);
    expect(getChannel('tonight').messages).toEqual(live.channelLog('tonight').messages);
  });

  it('is marked as failed when it could not be loaded', async () => {
    live.channels.set('tonight', new ChannelLog(80));
    expectConsoleError(/Loading a page of history failed/u);
    mock(listMessages, () => problem('unavailable'));
    openOne('tonight');
    await isWholeNow('tonight', 80);
    await loadOlder('tonight');
    expect(useLog.getState().older).toEqual({ tonight: 'failed' });
  });
});
