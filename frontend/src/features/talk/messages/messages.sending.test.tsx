import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type MessageSendRequest, startThread } from '@oniverse/contracts';
import { waitFor } from '@testing-library/react';
import { recordOwner, storeSession } from '../../../api/stored-session.js';
import { getConnection } from '../../../live/connection.store.js';
import { retryNow } from '../../../live/live.js';
import { problem } from '../../../testing/call-handler.js';
import { resetMessages } from '../../../testing/messages.js';
import { mock } from '../../../testing/mock.js';
import { LiveServer } from '../../../testing/live-server.js';
import { firstReplyChannel, useStartedThreads } from './messages.first-reply.js';
import { sendProblemOf } from './messages.outbox.js';
import { discardSend, retrySend, sendMessage } from './messages.sending.js';
import { getChannel, useMessages } from './messages.store.js';
import { openChannel } from './messages.sync.js';

let live: LiveServer;
let close: () => void;
const outbox = () => useMessages.getState().outbox;
const shown = () => getChannel('tonight').messages.map(({ content }) => content);
const isShown = (...contents: string[]) =>
  waitFor(() => {
    expect(shown()).toEqual(contents);
    expect(outbox()).toEqual([]);
  });
const sentNonces = () =>
  live.requests.flatMap(({ name, payload }) =>
    name === 'message:send' && typeof payload === 'object' && payload && 'nonce' in payload
      ? [payload.nonce]
      : [],
  );

beforeEach(async () => {
  storeSession('known-session');
  recordOwner('known-session', 'u-vesper');
  live = new LiveServer();
  live.start({ answerTimeoutMs: 200 });
  close = openChannel('tonight');
  await waitFor(() => expect(getChannel('tonight').ready).toBe(true));
});
afterEach(async () => {
  close();
  await live.stop();
  resetMessages();
});

const send = (text: string) => sendMessage('tonight', 'u-vesper', text);

describe('sending', () => {
  it('DIM-023 LIV-010 shows a pending message at once, and one message after it is stored', async () => {
    send('  hello  ');
    expect(outbox()).toMatchObject([{ content: 'hello', state: 'sending' }]);
    await isShown('hello');
  });

  it('DIM-023 sends neither empty text nor text over the limit', () => {
    send('   \n ');
    send('x'.repeat(4_001));
    expect(outbox()).toEqual([]);
  });

  it('TLK-132 says which draft a message replaces: none for one that knows of none', async () => {
    sendMessage('tonight', 'u-vesper', 'first', { draftRev: 3_071 });
    send('restored');
    await isShown('first', 'restored');
    expect(live.requests.filter(({ name }) => name === 'message:send')).toMatchObject([
      { payload: { content: 'first', draftRev: 3_071 } },
      { payload: { content: 'restored', draftRev: 0 } },
    ]);
  });

  it('TLK-132 reaches a backend of the previous release, which knows nothing of drafts', async () => {
    const refusal = { ok: false, code: 'validation_failed', message: 'Unknown field.' };
    live.onSend = (message) => ('draftRev' in message ? refusal : undefined);
    send('hello');
    await isShown('hello');
  });

  it('DIM-023 keeps the order of writing', async () => {
    for (const text of ['one', 'two', 'three']) send(text);
    await isShown('one', 'two', 'three');
  });

  it('LIV-010 shows a message once when the acknowledgement arrives without its packet', async () => {
    live.broadcasts = false;
    send('acknowledged without a packet');
    await isShown('acknowledged without a packet');
  });

  it('LIV-010 shows a message once when its packet arrives without the acknowledgement', async () => {
    live.onSend = () => 'lost';
    send('packet without an acknowledgement');
    await waitFor(() => expect(shown()).toEqual(['packet without an acknowledgement']));
    expect(outbox()).toEqual([]);
  });

  it('LIV-009 LIV-010 repeats an unanswered send after a reconnect with the same nonce', async () => {
    live.broadcasts = false;
    live.onSend = () => 'lost';
    send('stored, acknowledgement lost');
    await waitFor(() => expect(live.countRequests('message:send')).toBe(1));
    live.disconnectAll();
    await waitFor(() => expect(getConnection().status).toBe('lost'));
    expect(outbox()).toMatchObject([{ state: 'sending' }]);
    live.onSend = () => undefined;
    retryNow();
    await isShown('stored, acknowledgement lost');
    expect(new Set(sentNonces()).size).toBe(1);
    expect(live.channelLog('tonight').messages).toHaveLength(1);
  });

  it('LIV-009 sends messages written while the connection was lost', async () => {
    live.disconnectAll();
    await waitFor(() => expect(getConnection().status).toBe('lost'));
    send('first');
    send('second');
    expect(outbox()).toHaveLength(2);
    retryNow();
    await isShown('first', 'second');
  });

  it('sends a message only over its author’s connection', async () => {
    recordOwner('known-session', 'u-otto');
    send('of vesper');
    sendMessage('tonight', 'u-otto', 'of otto');
    await waitFor(() => expect(shown()).toEqual(['of otto']));
    expect(outbox()).toMatchObject([{ content: 'of vesper', state: 'sending' }]);
    expect(live.countRequests('message:send')).toBe(1);
  });

  it('GAP-130 keeps a refused message with the reason and the time to retry', async () => {
    live.onSend = () => ({ ok: false, code: 'rate_limited', message: 'Too many requests.', retryAfter: 5 });
    const before = Date.now();
    send('too much');
    await waitFor(() =>
      expect(outbox().map(sendProblemOf)).toMatchObject([{ message: 'Too many requests.' }]),
    );
    const [entry] = outbox();
    expect(entry && sendProblemOf(entry)?.retryAt).toBeGreaterThanOrEqual(before + 5_000);

    live.onSend = () => undefined;
    retrySend('tonight', entry?.nonce ?? '');
    await isShown('too much');
  });

  it('GAP-130 reports full storage and retries automatically until there is space', async () => {
    live.onSend = () => ({ ok: false, code: 'storage_full', message: 'Storage is full.', retryAfter: 0.05 });
    send('precious');
    await waitFor(() => expect(outbox().map(sendProblemOf)).toMatchObject([{ message: 'Storage is full.' }]));
    live.onSend = () => undefined;
    await isShown('precious');
  });

  it('removes a refused message that is discarded', async () => {
    live.onSend = () => ({ ok: false, code: 'not_a_member', message: 'Join first.' });
    send('not for me');
    await waitFor(() => expect(outbox().map(sendProblemOf)).toEqual([{ message: 'Join first.' }]));
    discardSend(outbox()[0]?.nonce ?? '');
    expect(outbox()).toEqual([]);
  });

  it('retries while the server is unavailable', async () => {
    let sends = 0;
    live.onSend = (_request: MessageSendRequest) => {
      sends += 1;
      return sends < 3 ? { ok: false, code: 'unavailable', message: 'Down.', retryAfter: 0 } : undefined;
    };
    send('patient');
    await isShown('patient');
    expect(sends).toBe(3);
  });
});

describe('the first reply to a message', () => {
  const FIRST = firstReplyChannel('m-7');
  const reply = (content: string, nonce: string | null | undefined) =>
    live.channelLog('t-1').append({ channelId: 't-1', content, nonce: nonce ?? null, userId: 'u-vesper' });
  const sendFirst = (text: string) => sendMessage(FIRST, 'u-vesper', text);

  it('TLK-063 starts the thread, and later ones follow in order', async () => {
    let answer = (): void => undefined;
    const started = mock(
      startThread,
      async ({ body }) =>
        new Promise((resolve) => {
          answer = () => resolve(reply(body?.content ?? '', body?.nonce));
        }),
    );
    sendFirst('one');
    sendFirst('two');
    await waitFor(() => expect(started).toHaveLength(1));
    expect(outbox()).toMatchObject([{ channelId: FIRST }, { channelId: FIRST }]);
    answer();
    await waitFor(() => expect(useStartedThreads.getState()).toEqual({ 'm-7': 't-1' }));
    const closeThread = openChannel('t-1');
    await waitFor(() => expect(outbox()).toEqual([]));
    expect(getChannel('t-1').messages.map(({ content }) => content)).toEqual(['one', 'two']);
    expect(started).toMatchObject([{ id: 'm-7', body: { content: 'one', draftRev: 0 } }]);
    closeThread();
  });

  it('is refused with the reason of the server, and sent again with the same nonce', async () => {
    let isRefused = true;
    const started = mock(startThread, ({ body }) =>
      isRefused ? problem('quota_reached', 'Try again tomorrow.') : reply(body?.content ?? '', body?.nonce),
    );
    sendFirst('one');
    await waitFor(() =>
      expect(outbox()).toMatchObject([{ state: { failed: { message: 'Try again tomorrow.' } } }]),
    );
    isRefused = false;
    retrySend(FIRST, outbox()[0]?.nonce ?? '');
    await waitFor(() => expect(started).toHaveLength(2));
    expect(started[1]?.body?.nonce).toBe(started[0]?.body?.nonce);
  });

  it('is repeated while the server does not answer', async () => {
    let isAway = true;
    const started = mock(startThread, ({ body }) => {
      if (!isAway) return reply(body?.content ?? '', body?.nonce);
      isAway = false;
      return problem('unavailable');
    });
    sendFirst('one');
    await waitFor(() => expect(useStartedThreads.getState()).toEqual({ 'm-7': 't-1' }), { timeout: 3_000 });
    expect(started).toHaveLength(2);
  });
});
