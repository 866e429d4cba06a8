import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { SessionEndReason } from '@oniverse/contracts';
import { waitFor } from '@testing-library/react';
import { storeSession } from '../api/stored-session.js';
import { expectConsoleError } from '../testing/console-errors.js';
import { LiveServer } from '../testing/live-server.js';
import { atTestEnd } from '../testing/reset.js';
import { getConnection, useConnection } from './connection.store.js';
import { LiveError } from './live-error.js';
import { onConnected, onLive, onSessionEnded, request, retryNow, startLive } from './live.js';

let live: LiveServer;
const isNow = (status: string) => waitFor(() => expect(getConnection().status).toBe(status));
const failureOf = async (answer: Promise<unknown>): Promise<LiveError> => {
  const error: unknown = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LiveError)) throw new Error('A LiveError was expected.');
  return error;
};

beforeEach(() => {
  live = new LiveServer();
  live.start({ answerTimeoutMs: 150 });
});
describe('the live socket', () => {
  it('LIV-008 GAP-138 sends the stored session, and none for a visitor', async () => {
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

  it('LIV-008 stops and signs out when the server refuses its session', async () => {
    storeSession('wrong');
    const ended: SessionEndReason[] = [];
    atTestEnd(onSessionEnded((reason) => ended.push(reason)));
    startLive();
    await isNow('ended');
    expect(ended).toEqual(['expired']);
    retryNow();
    expect(getConnection()).toEqual({ status: 'ended' });
    startLive();
    await isNow('live');
    expect([...live.io.sockets.sockets.values()].map(({ handshake }) => handshake.auth)).toEqual([{}]);
  });

  it('GAP-140 notifies the session layer and stops when the server ends the session', async () => {
    storeSession('known-session');
    const ended: SessionEndReason[] = [];
    atTestEnd(onSessionEnded((reason) => ended.push(reason)));
    startLive();
    await isNow('live');
    live.io.emit('session:ended', { reason: 'logout' });
    live.disconnectAll();
    await isNow('ended');
    expect(ended).toEqual(['logout']);
  });

  it('LIV-009 reconnects after a loss and calls the connect listeners each time', async () => {
    const connected = jest.fn();
    atTestEnd(onConnected(connected));
    startLive();
    await isNow('live');
    live.disconnectAll();
    await isNow('lost');
    retryNow();
    await isNow('live');
    expect(connected).toHaveBeenCalledTimes(2);
  });

  it('OPS-063 connects again before a connection ends, and gets the answers that the old one owes', async () => {
    const statuses = new Set<string>();
    const connected = jest.fn();
    const counts: number[] = [];
    atTestEnd(onConnected(connected));
    atTestEnd(onLive('waitlist:count', ({ count }) => counts.push(count)));
    startLive();
    await isNow('live');
    atTestEnd(useConnection.subscribe(({ status }) => statuses.add(status)));
    const [old] = live.io.sockets.sockets.values();
    const answered = new Promise<(ack: object) => void>((resolve) => {
      old?.removeAllListeners('waitlist:watch').once('waitlist:watch', (_request, answer) => resolve(answer));
    });
    const pending = request('waitlist:watch', {});
    const answer = await answered;
    old?.emit('connection:ending', {});
    await waitFor(() => expect(connected).toHaveBeenCalledTimes(2));
    live.io.emit('waitlist:count', { count: 3 });
    answer({ ok: true, count: 5 });
    expect(await pending).toMatchObject({ count: 5 });
    old?.conn.close();
    expect(await request('waitlist:watch', {})).toMatchObject({ count: 0 });
    expect(counts).toEqual([3]);
    expect([...statuses]).toEqual(['live']);
  });

  it('OPS-063 takes what an ended connection owes for unanswered, which is asked again soon', async () => {
    const connected = jest.fn();
    atTestEnd(onConnected(connected));
    startLive();
    await isNow('live');
    const [old] = live.io.sockets.sockets.values();
    old?.removeAllListeners('waitlist:watch');
    const pending = failureOf(request('waitlist:watch', {}));
    old?.emit('connection:ending', {});
    await waitFor(() => expect(connected).toHaveBeenCalledTimes(2));
    old?.conn.close();
    // It is sent again after a delay, not at the next connect.
    expect((await pending).failure).toBe('timeout');
  });

  it('passes events to their listeners, drops malformed ones, and then calls the connect listeners', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const counts: number[] = [];
    const connected = jest.fn();
    atTestEnd(onLive('waitlist:count', ({ count }) => counts.push(count)));
    atTestEnd(onConnected(connected));
    startLive();
    await isNow('live');
    live.io.emit('no-such-event', {});
    live.io.emit('waitlist:count', { count: 'many' });
    live.io.emit('waitlist:count', { count: 'many' });
    live.io.emit('waitlist:count', { count: 7, unit: 'nodes' });
    await waitFor(() => expect(counts).toEqual([7]));
    expect(connected).toHaveBeenCalledTimes(2);
    expect(error.mock.calls).toEqual([
      [expect.stringContaining('Dropped a malformed waitlist:count event. count: Invalid type')],
    ]);
    error.mockRestore();
  });

  it('LIV-009 reconnects when the server misses a heartbeat', async () => {
    await live.stop();
    live = new LiveServer();
    live.start({ silenceTimeoutMs: 200 });
    const connected = jest.fn();
    atTestEnd(onConnected(connected));
    startLive();
    await isNow('live');
    await waitFor(() => expect(connected).toHaveBeenCalledTimes(2));
    await isNow('live');
  });
});

const send = () => request('message:send', { channelId: 'tonight', content: 'hello', nonce: 'n' });

describe('request', () => {
  it('returns the answer', async () => {
    startLive();
    await isNow('live');
    expect(await request('waitlist:watch', {})).toMatchObject({ count: 0 });
  });

  it('fails at once without a connection', async () => {
    expect(await failureOf(send())).toMatchObject({ failure: 'disconnected', isUnanswered: true });
  });

  it('throws the code, message and delay of a refusal', async () => {
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

  it('fails when the answer is malformed', async () => {
    expectConsoleError(/Malformed answer to message:send/u);
    live.onSend = () => ({ ok: true, message: { id: 1 } });
    startLive();
    await isNow('live');
    expect(await failureOf(send())).toMatchObject({ failure: 'malformed' });
  });

  it('LIV-009 reconnects when neither the answer nor anything else arrives', async () => {
    live.broadcasts = false;
    live.onSend = () => 'lost';
    const connected = jest.fn();
    startLive();
    await isNow('live');
    atTestEnd(onConnected(connected));
    expect(await failureOf(send())).toMatchObject({ failure: 'timeout', isUnanswered: true });
    await waitFor(() => expect(connected).toHaveBeenCalledTimes(1));
  });
});
