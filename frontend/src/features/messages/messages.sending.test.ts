import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MessageSendRequest } from '@oniverse/contracts';
import { waitFor } from '@testing-library/react';
import { storeSession } from '../../api/stored-session.js';
import { connectionNow } from '../../live/connection.store.js';
import { retryNow } from '../../live/live.js';
import { LiveServer } from '../../testing/live-server.js';
import { problemWith } from './messages.outbox.js';
import { discardSend, retrySend, sendMessage } from './messages.sending.js';
import { channelNow, forgetMessages, useMessages } from './messages.store.js';
import { openChannel } from './messages.sync.js';

let live: LiveServer;
let close: () => void;
const outbox = () => useMessages.getState().outbox;
const shown = () => channelNow('tonight').messages.map(({ content }) => content);
const isShown = (...contents: string[]) =>
  waitFor(() => {
    expect(shown()).toEqual(contents);
    expect(outbox()).toEqual([]);
  });
const noncesAsked = () =>
  live.asked.flatMap(({ name, payload }) =>
    name === 'message:send' && typeof payload === 'object' && payload && 'nonce' in payload
      ? [payload.nonce]
      : [],
  );

beforeEach(async () => {
  storeSession('known-session');
  live = new LiveServer();
  live.start({ answerMs: 200 });
  close = openChannel('tonight');
  await waitFor(() => expect(channelNow('tonight').ready).toBe(true));
});
afterEach(async () => {
  close();
  await live.stop();
  forgetMessages();
});

const say = (text: string) => sendMessage('tonight', 'u-vesper', text);

describe('sending', () => {
  it('DIM-023 LIV-010 echoes at once, and shows the message once when it is stored', async () => {
    say('  hello  ');
    expect(outbox()).toMatchObject([{ content: 'hello', state: 'sending' }]);
    await isShown('hello');
  });

  it('DIM-023 does not send empty text, nor text that is too long', () => {
    say('   \n ');
    say('x'.repeat(4_001));
    expect(outbox()).toEqual([]);
  });

  it('DIM-023 keeps the order of writing', async () => {
    for (const text of ['one', 'two', 'three']) say(text);
    await isShown('one', 'two', 'three');
  });

  it('LIV-010 shows a message once when the acknowledgement comes and its packet does not', async () => {
    live.tells = false;
    say('told by the answer alone');
    await isShown('told by the answer alone');
  });

  it('LIV-010 shows a message once when its packet comes and the acknowledgement does not', async () => {
    live.onSend = () => 'lost';
    say('told by the packet alone');
    await waitFor(() => expect(shown()).toEqual(['told by the packet alone']));
    expect(outbox()).toEqual([]);
  });

  it('LIV-009 LIV-010 repeats a send without an answer after a reconnect, under the same nonce', async () => {
    live.tells = false;
    live.onSend = () => 'lost';
    say('stored, but who knows');
    await waitFor(() => expect(live.timesAsked('message:send')).toBe(1));
    live.cutOff();
    await waitFor(() => expect(connectionNow().status).toBe('lost'));
    expect(outbox()).toMatchObject([{ state: 'sending' }]);
    live.onSend = () => undefined;
    retryNow();
    await isShown('stored, but who knows');
    expect(new Set(noncesAsked()).size).toBe(1);
    expect(live.log('tonight').messages).toHaveLength(1);
  });

  it('LIV-009 sends what was written while the connection was lost', async () => {
    live.cutOff();
    await waitFor(() => expect(connectionNow().status).toBe('lost'));
    say('first');
    say('second');
    expect(outbox()).toHaveLength(2);
    retryNow();
    await isShown('first', 'second');
  });

  it('GAP-130 keeps what was refused, with the reason and the time of the next try', async () => {
    live.onSend = () => ({ ok: false, code: 'rate_limited', message: 'Too many requests.', retryAfter: 5 });
    const before = Date.now();
    say('too much');
    await waitFor(() => expect(outbox().map(problemWith)).toMatchObject([{ message: 'Too many requests.' }]));
    const [entry] = outbox();
    expect(entry && problemWith(entry)?.retryAt).toBeGreaterThanOrEqual(before + 5_000);

    live.onSend = () => undefined;
    retrySend('tonight', entry?.nonce ?? '');
    await isShown('too much');
  });

  it('forgets what was refused, once it is discarded', async () => {
    live.onSend = () => ({ ok: false, code: 'not_a_member', message: 'Join first.' });
    say('not for me');
    await waitFor(() => expect(outbox().map(problemWith)).toEqual([{ message: 'Join first.' }]));
    discardSend(outbox()[0]?.nonce ?? '');
    expect(outbox()).toEqual([]);
  });

  it('waits while a part of the server is down', async () => {
    let sends = 0;
    live.onSend = (_asked: MessageSendRequest) => {
      sends += 1;
      return sends < 3 ? { ok: false, code: 'unavailable', message: 'Down.', retryAfter: 0 } : undefined;
    };
    say('patient');
    await isShown('patient');
    expect(sends).toBe(3);
  });
});
