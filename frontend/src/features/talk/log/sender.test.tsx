import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  addReaction,
  deleteMessage,
  editMessage,
  listMessages,
  type MessageSendRequest,
  play,
  startThread,
} from '@oniverse/contracts';
import { waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { recordOwner, storeSession } from '../../../api/stored-session.js';
import { getConnection } from '../../../live/connection.store.js';
import { retryNow } from '../../../live/live.js';
import { attachment } from '../../../testing/attachments.js';
import { problem } from '../../../testing/call-handler.js';
import { mock } from '../../../testing/mock.js';
import { LiveServer } from '../../../testing/live-server.js';
import { atTestEnd } from '../../../testing/reset.js';
import { useToast } from '../../../ui/toast-store.js';
import { getChannel, useLog } from './log.store.js';
import { ask, discard, retry, sendMessage } from './sender.js';
import { openChannel } from './sync.js';

let live: LiveServer;
const pending = () => useLog.getState().operations;
const problems = () => pending().map(({ problem }) => problem);
/** Returns the first of the pending operations. */
function first() {
  const [operation] = pending();
  if (!operation) throw new Error('Nothing is pending.');
  return operation;
}
const shown = () => getChannel('tonight').messages.map(({ content }) => content);
const isShown = (...contents: string[]) =>
  waitFor(() => {
    expect(shown()).toEqual(contents);
    expect(pending()).toEqual([]);
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
  atTestEnd(openChannel('tonight'));
  await waitFor(() => expect(getChannel('tonight').ready).toBe(true));
});
const TONIGHT = { talkId: 'tonight', userId: 'u-vesper' };
const send = (text: string) => sendMessage(TONIGHT, text);

describe('sending', () => {
  it('DIM-023 LIV-010 shows a pending message at once, and one message after it is stored', async () => {
    send('  hello  ');
    expect(pending()).toMatchObject([{ content: 'hello', state: 'sending' }]);
    await isShown('hello');
  });

  it('DIM-023 sends neither empty text nor text over the limit', () => {
    send('   \n ');
    send('x'.repeat(4_001));
    expect(pending()).toEqual([]);
  });

  it('TLK-132 says which draft a message replaces: none for one that knows of none', async () => {
    sendMessage({ ...TONIGHT, draftRev: 3_071 }, 'first');
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
    expect(pending()).toEqual([]);
  });

  it('LIV-009 LIV-010 repeats an unanswered send after a reconnect with the same nonce', async () => {
    live.broadcasts = false;
    live.onSend = () => 'lost';
    send('stored, acknowledgement lost');
    await waitFor(() => expect(live.countRequests('message:send')).toBe(1));
    live.disconnectAll();
    await waitFor(() => expect(getConnection().status).toBe('lost'));
    expect(pending()).toMatchObject([{ state: 'waiting' }]);
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
    expect(pending()).toHaveLength(2);
    retryNow();
    await isShown('first', 'second');
  });

  it('sends a message only over its author’s connection', async () => {
    recordOwner('known-session', 'u-otto');
    send('of vesper');
    sendMessage({ ...TONIGHT, userId: 'u-otto' }, 'of otto');
    await waitFor(() => expect(shown()).toEqual(['of otto']));
    expect(pending()).toMatchObject([{ content: 'of vesper', state: 'waiting' }]);
    expect(live.countRequests('message:send')).toBe(1);
  });

  it('GAP-130 keeps a refused message with the reason and the time to retry', async () => {
    live.onSend = () => ({ ok: false, code: 'rate_limited', message: 'Too many requests.', retryAfter: 5 });
    const before = Date.now();
    send('too much');
    await waitFor(() => expect(problems()).toMatchObject([{ message: 'Too many requests.' }]));
    expect(first().problem?.retryAt).toBeGreaterThanOrEqual(before + 5_000);

    live.onSend = () => undefined;
    retry(first());
    await isShown('too much');
  });

  it('STF-080 keeps what a new account may not send yet, without later messages waiting for it', async () => {
    const message = 'New accounts can post up to 10 links in one hour.';
    live.onSend = ({ content }: MessageSendRequest) =>
      content === 'links' ? { ok: false, code: 'account_too_new', message, retryAfter: 3_600 } : undefined;
    send('links');
    send('no links');
    await waitFor(() => expect(shown()).toEqual(['no links']));
    expect(pending()).toMatchObject([{ content: 'links', state: 'refused', problem: { message } }]);
  });

  it('TLK-286 sends the files of a message with their descriptions, and no text if there is none', async () => {
    const files = [attachment({ id: 'a-1', alt: 'Ridges at dusk' }), attachment({ id: 'a-2' })];
    sendMessage({ ...TONIGHT, attachments: files }, ' ');
    expect(pending()).toMatchObject([{ content: '', attachments: files }]);
    await waitFor(() => expect(pending()).toEqual([]));
    const [request] = live.requests.filter(({ name }) => name === 'message:send');
    expect(request?.payload).toMatchObject({
      attachments: [
        { id: 'a-1', alt: 'Ridges at dusk' },
        { id: 'a-2', alt: '' },
      ],
    });
    expect(request?.payload).not.toHaveProperty('content');
  });

  it('TLK-286 keeps a message whose file is gone, and says so', async () => {
    live.onSend = () => ({ ok: false, code: 'already_used', message: 'A file is gone.' });
    sendMessage({ ...TONIGHT, attachments: [attachment()] }, 'Look up.');
    await waitFor(() => expect(problems()).toEqual([{ message: 'A file is gone.', lacksFile: true }]));
    expect(pending()).toMatchObject([{ content: 'Look up.', state: 'refused' }]);
  });

  it('GAP-130 reports full storage and retries automatically until there is space', async () => {
    live.onSend = () => ({ ok: false, code: 'storage_full', message: 'Storage is full.', retryAfter: 0.05 });
    send('precious');
    await waitFor(() => expect(problems()).toMatchObject([{ message: 'Storage is full.' }]));
    live.onSend = () => undefined;
    await isShown('precious');
  });

  it('OPS-055 keeps a message during a maintenance, and sends it when that ends', async () => {
    const maintenance = { startsAt: new Date(0).toISOString(), endsAt: null, text: null };
    let sends = 0;
    live.onSend = () => {
      sends += 1;
      return { ok: false, code: 'maintenance', message: 'Read only.', retryAfter: 30 };
    };
    send('precious');
    await waitFor(() => expect(pending()).toMatchObject([{ state: 'waiting', attempts: 1 }]));
    expect(problems()).toEqual([undefined]);
    live.io.emit('announcement:changed', { announcement: null, maintenance });
    live.onSend = () => undefined;
    expect(pending()).toMatchObject([{ content: 'precious', state: 'waiting' }]);
    live.io.emit('announcement:changed', { announcement: null, maintenance: null });
    await isShown('precious');
    expect(sends).toBe(1);
  });

  it('removes a refused message that is discarded', async () => {
    live.onSend = () => ({ ok: false, code: 'not_a_member', message: 'Join first.' });
    send('not for me');
    await waitFor(() => expect(problems()).toEqual([{ message: 'Join first.' }]));
    discard(first());
    expect(pending()).toEqual([]);
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

describe('changes of messages', () => {
  const MINE = { channelId: 'tonight', userId: 'u-vesper' };
  const subject = { talkId: 'tonight', userId: 'u-vesper', messageId: 'm-1', seq: 1 };
  const edit = (content: string) => ask({ ...subject, kind: 'edit', content, base: 'Fog.' });
  const goOffline = async () => {
    live.disconnectAll();
    await waitFor(() => expect(getConnection().status).toBe('lost'));
  };

  it('TLK-170 wait for the connection, and are sent once and in order', async () => {
    live.postMessage('tonight', { ...MINE, content: 'Fog.' });
    live.postMessage('tonight', { content: 'Rain.' });
    await isShown('Fog.', 'Rain.');
    const calls: string[] = [];
    let isAway = true;
    const answer = (name: string, seq: number) => {
      if (isAway) return Response.error();
      calls.push(name);
      return live.channelLog('tonight').messages[seq - 1] ?? problem('not_found');
    };
    mock(listMessages, () => (isAway ? Response.error() : live.channelLog('tonight').messages.slice(0, 1)));
    mock(editMessage, ({ body }) => {
      if (isAway) return Response.error();
      calls.push(`edit ${body?.content}`);
      return live.channelLog('tonight').edit(1, body?.content ?? '') ?? problem('not_found');
    });
    mock(addReaction, () => answer('react', 2));
    mock(deleteMessage, () => {
      if (isAway) return Response.error();
      calls.push('delete');
      live.delete('tonight', 2);
      return { ok: true };
    });
    await goOffline();
    edit('Fog!');
    await waitFor(() => expect(first().attempts).toBe(1));
    edit('Fog?');
    ask({ ...subject, messageId: 'm-2', seq: 2, kind: 'react', emoji: '🪐', isMine: true });
    ask({ ...subject, messageId: 'm-3', seq: 2, kind: 'delete' });
    expect(pending()).toHaveLength(3);
    isAway = false;
    retryNow();
    await waitFor(() => expect(pending()).toEqual([]), { timeout: 3_000 });
    expect(calls).toEqual(['edit Fog?', 'react', 'delete']);
  });

  it('TLK-171 keep both texts if another device changed the message since the edit began', async () => {
    live.postMessage('tonight', { ...MINE, content: 'Fog.' });
    await isShown('Fog.');
    const edits = mock(editMessage, () => problem('internal_error'));
    mock(listMessages, () => live.channelLog('tonight').messages.slice(0, 1));
    await goOffline();
    edit('Fog!');
    live.channelLog('tonight').edit(1, 'Rain.');
    retryNow();
    await waitFor(() =>
      expect(pending()).toMatchObject([
        {
          state: 'refused',
          content: 'Fog!',
          problem: { message: 'The message was changed on another device.' },
        },
      ]),
    );
    expect(shown()).toEqual(['Rain.']);
    expect(edits).toHaveLength(0);
  });
});

describe('the first reply to a message', () => {
  const reply = (content: string, nonce: string | null | undefined) =>
    live.channelLog('t-1').append({ channelId: 't-1', content, nonce: nonce ?? null, userId: 'u-vesper' });
  const sendFirst = (text: string) =>
    sendMessage({ talkId: 'm-7', userId: 'u-vesper', startsThread: true }, text);

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
    expect(pending()).toMatchObject([{ talkId: 'm-7' }, { talkId: 'm-7' }]);
    answer();
    await waitFor(() => expect(useLog.getState().threads).toEqual({ 'm-7': 't-1' }));
    const closeThread = openChannel('t-1');
    await waitFor(() => expect(pending()).toEqual([]));
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
      expect(pending()).toMatchObject([{ state: 'refused', problem: { message: 'Try again tomorrow.' } }]),
    );
    isRefused = false;
    retry(first());
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
    await waitFor(() => expect(useLog.getState().threads).toEqual({ 'm-7': 't-1' }), { timeout: 3_000 });
    expect(started).toHaveLength(2);
  });
});

describe('a move', () => {
  const move = (text: string) =>
    ask({ kind: 'play', userId: 'u-vesper', talkId: 'tonight', command: 'move', move: text });
  const event = { type: 'move', seat: 0, move: 'e4' } as const;

  it('TLK-577 is sent once by its nonce, also after an answer was lost, and ends with its message', async () => {
    let isLost = true;
    const sent = mock(play, ({ body }) => {
      const nonce = body?.nonce ?? '';
      const stored = live.postMessage('tonight', { content: 'e4', nonce, userId: 'u-vesper', event });
      if (!isLost) return stored;
      isLost = false;
      return HttpResponse.error();
    });
    live.broadcasts = false;
    move('e4');
    await isShown('e4');
    expect(sent.map(({ body }) => body)).toEqual([
      { type: 'move', move: 'e4', nonce: sent[0]?.body?.nonce },
      { type: 'move', move: 'e4', nonce: sent[0]?.body?.nonce },
    ]);
    expect(live.channelLog('tonight').messages).toHaveLength(1);
  });

  it('TLK-577 is taken back with the words of the server when it is refused, and does not hold up messages', async () => {
    mock(play, () => problem('already_used', 'It is not your turn.'));
    move('e4');
    send('hello');
    await isShown('hello');
    expect(useToast.getState().toast).toMatchObject({
      title: 'Taken back',
      description: 'It is not your turn.',
    });
  });
});
