import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { SessionEndReason } from '@oniverse/contracts';
import { waitFor } from '@testing-library/react';
import { storeSession } from '../api/stored-session.js';
import { LiveServer } from '../testing/live-server.js';
import { connectionNow } from './connection.store.js';
import { LiveError } from './live-error.js';
import { onConnected, onLive, onSessionEnded, request, retryNow, startLive } from './live.js';

let live: LiveServer;
const undo: (() => void)[] = [];
const isNow = (status: string) => waitFor(() => expect(connectionNow().status).toBe(status));
const failureOf = async (asked: Promise<unknown>): Promise<LiveError> => {
  const error: unknown = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LiveError)) throw new Error('A LiveError was expected.');
  return error;
};

beforeEach(() => {
  live = new LiveServer();
  live.start({ answerMs: 150 });
});
afterEach(async () => {
  for (const each of undo.splice(0)) each();
  await live.stop();
});

describe('the one socket', () => {
  it('LIV-008 GAP-138 carries the stored session, and none for a visitor', async () => {
    startLive();
    await isNow('live');
    const anonymous = [...live.io.sockets.sockets.values()].map(({ handshake }) => handshake.auth);
    expect(anonymous).toEqual([{}]);

    storeSession('known-session');
    startLive();
    await waitFor(() =>
      expect([...live.io.sockets.sockets.values()].map(({ handshake }) => handshake.auth)).toEqual([
        { sessionId: 'known-session' },
      ]),
    );
  });

  it('LIV-008 stops and signs out when its session is refused', async () => {
    storeSession('wrong');
    const ended: SessionEndReason[] = [];
    undo.push(onSessionEnded((reason) => ended.push(reason)));
    startLive();
    await isNow('ended');
    expect(ended).toEqual(['expired']);
    retryNow();
    expect(connectionNow()).toEqual({ status: 'ended' });
    startLive();
    await isNow('live');
    expect([...live.io.sockets.sockets.values()].map(({ handshake }) => handshake.auth)).toEqual([{}]);
  });

  it('GAP-140 tells the session layer when the server ends the session, and stops', async () => {
    storeSession('known-session');
    const ended: SessionEndReason[] = [];
    undo.push(onSessionEnded((reason) => ended.push(reason)));
    startLive();
    await isNow('live');
    live.io.emit('session:ended', { reason: 'logout' });
    live.cutOff();
    await isNow('ended');
    expect(ended).toEqual(['logout']);
  });

  it('LIV-009 comes back after a lost connection, and says so each time', async () => {
    const connected = jest.fn();
    undo.push(onConnected(connected));
    startLive();
    await isNow('live');
    live.cutOff();
    await isNow('lost');
    retryNow();
    await isNow('live');
    expect(connected).toHaveBeenCalledTimes(2);
  });

  it('passes on what the server tells, unless it has an unexpected form', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const counts: number[] = [];
    undo.push(onLive('waitlist:count', ({ count }) => counts.push(count)));
    startLive();
    await isNow('live');
    live.io.emit('waitlist:count', { count: 'many' });
    live.io.emit('waitlist:count', { count: 7 });
    await waitFor(() => expect(counts).toEqual([7]));
    expect(error).toHaveBeenCalledWith('The server told waitlist:count in an unexpected form.');
    error.mockRestore();
  });
});

const send = () => request('message:send', { channelId: 'tonight', content: 'hello', nonce: 'n' });

describe('a request', () => {
  it('is answered', async () => {
    startLive();
    await isNow('live');
    expect(await request('waitlist:watch', {})).toMatchObject({ count: 0 });
  });

  it('fails at once without a connection', async () => {
    expect(await failureOf(send())).toMatchObject({ failure: 'disconnected', isUnanswered: true });
  });

  it('carries the reason of a refusal', async () => {
    live.onSend = () => ({ ok: false, code: 'rate_limited', message: 'Slowly.', retryAfter: 4 });
    startLive();
    await isNow('live');
    expect(await failureOf(send())).toMatchObject({
      failure: 'refused',
      isUnanswered: false,
      code: 'rate_limited',
      message: 'Slowly.',
      retryAfter: 4,
    });
  });

  it('fails when the answer has an unexpected form', async () => {
    live.onSend = () => ({ ok: true, message: { id: 1 } });
    startLive();
    await isNow('live');
    expect(await failureOf(send())).toMatchObject({ failure: 'malformed' });
  });

  it('LIV-009 takes a lost answer with silence for a lost connection, and connects anew', async () => {
    live.tells = false;
    live.onSend = () => 'lost';
    const connected = jest.fn();
    startLive();
    await isNow('live');
    undo.push(onConnected(connected));
    expect(await failureOf(send())).toMatchObject({ failure: 'timeout', isUnanswered: true });
    await waitFor(() => expect(connected).toHaveBeenCalledTimes(1));
  });
});
