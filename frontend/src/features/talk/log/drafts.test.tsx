import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  type DraftView,
  LIMITS,
  listDrafts,
  NEXT_CURSOR_HEADER,
  type Quote,
  saveDraft,
} from '@oniverse/contracts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { recordOwner, storeSession } from '../../../api/stored-session.js';
import { storeDraft } from '../../../session/text-drafts.js';
import { resetMessages } from '../../../testing/messages.js';
import { problem } from '../../../testing/call-handler.js';
import { expectConsoleError } from '../../../testing/console-errors.js';
import { LiveServer } from '../../../testing/live-server.js';
import { mock } from '../../../testing/mock.js';
import { atTestEnd } from '../../../testing/reset.js';
import { startLive } from '../../../live/live.js';
import { adoptText, changeDraft, clearSentDraft, draftRevision, useLiveLog } from './drafts.js';
import { draftIn, useLog } from './log.store.js';
import { restoreOperations } from './storage.js';

let live: LiveServer;
let revision = 0;
let channels = 0;
/** A channel that no other test knows. */
let channelId: string;

beforeEach(() => {
  channels += 1;
  channelId = `channel-${channels}`;
  storeSession('known-session');
  recordOwner('known-session', 'u-vesper');
  live = new LiveServer();
  live.start();
});
const answerSaves = () =>
  mock(saveDraft, ({ id, body }) => {
    revision += 1;
    return { channelId: id, content: body?.content.trim() ?? '', rev: revision };
  });
const talk = () => ({ userId: 'u-vesper', talkId: channelId });
const draft = (talkId = channelId) => draftIn(useLog.getState(), 'u-vesper', talkId);
const shown = (talkId?: string) => draft(talkId).text;
/** Follows what the field shows. @returns its texts */
function openField(): string[] {
  const texts = [shown()];
  atTestEnd(
    useLog.subscribe(() => {
      if (shown() !== texts.at(-1)) texts.push(shown());
    }),
  );
  return texts;
}
const type = (text: string) => changeDraft(talk(), { text });
/** Forgets what only the memory of the page has. */
function reload(): void {
  const stored = Object.entries(localStorage);
  resetMessages();
  for (const [key, value] of stored) localStorage.setItem(key, value);
  restoreOperations('u-vesper');
}
const QUESTION: Quote = {
  seq: 7,
  rev: 7,
  userId: 'u-juno',
  username: 'juno_9',
  content: 'Which sock?',
  isDeleted: false,
};
const answerQuestion = () => changeDraft(talk(), { replyTo: QUESTION });
const sent = () => clearSentDraft(talk());
async function connect(): Promise<void> {
  const { unmount } = renderHook(() => useLiveLog('u-vesper'));
  atTestEnd(unmount);
  act(startLive);
  await waitFor(() => expect(live.io.sockets.sockets.size).toBeGreaterThan(0));
}
const receive = (draft: Omit<DraftView, 'channelId'>) =>
  live.io.emit('draft:changed', { channelId, ...draft });

describe('drafts on several devices', () => {
  it('TLK-108 are stored when the member pauses, and deleted at once when they are sent', async () => {
    const saves = answerSaves();
    openField();
    type('Is');
    type('Is anyone');
    await waitFor(() => expect(saves).toMatchObject([{ id: channelId, body: { content: 'Is anyone' } }]));
    type('');
    await waitFor(() => expect(saves.map(({ body }) => body?.content)).toEqual(['Is anyone', '']));
  });

  it('TLK-108 cost no request if they are sent before they were stored', async () => {
    const saves = answerSaves();
    openField();
    type('Quick');
    type('');
    type('Marker');
    await waitFor(() => expect(saves).toMatchObject([{ body: { content: 'Marker' } }]));
  });

  it('TLK-108 follow what another device writes, in the order of the revisions', async () => {
    await connect();
    const texts = openField();
    receive({ content: 'From the phone', rev: 1_000 });
    await waitFor(() => expect(texts.at(-1)).toBe('From the phone'));
    expect(shown()).toBe('From the phone');
    receive({ content: 'Late', rev: 999 });
    receive({ content: '', rev: 1_001 });
    await waitFor(() => expect(texts).toEqual(['', 'From the phone', '']));
  });

  it('TLK-109 keep newer changes of this device, and store them', async () => {
    const saves = answerSaves();
    revision = 2_000;
    await connect();
    const texts = openField();
    type('Mine');
    receive({ content: 'Theirs', rev: 1_500 });
    await waitFor(() => expect(saves).toMatchObject([{ body: { content: 'Mine' } }]));
    expect(texts).toEqual(['', 'Mine']);
    receive({ content: 'Later', rev: 3_000 });
    await waitFor(() => expect(texts).toEqual(['', 'Mine', 'Later']));
  });

  it('TLK-108 end with the text that was stored last, also if it arrives before the answer to an earlier one', async () => {
    let answer: (draft: DraftView) => void = () => undefined;
    const saves = mock(saveDraft, async () => new Promise<DraftView>((resolve) => (answer = resolve)));
    await connect();
    const texts = openField();
    const marker = `${channelId}-marker`;
    type('First');
    await waitFor(() => expect(saves).toHaveLength(1));
    receive({ content: 'Second', rev: 4_001 });
    receive({ content: 'Third', rev: 4_002 });
    live.io.emit('draft:changed', { channelId: marker, content: 'marker', rev: 4_003 });
    await waitFor(() => expect(shown(marker)).toBe('marker'));
    answer({ channelId, content: 'First', rev: 4_000 });
    await waitFor(() => expect(texts).toEqual(['', 'First', 'Third']));
  });

  it('TLK-108 are loaded page by page, and those deleted elsewhere disappear', async () => {
    const other = `${channelId}-other`;
    const page = (items: DraftView[], next?: string) =>
      Response.json(items, { headers: next === undefined ? {} : { [NEXT_CURSOR_HEADER]: next } });
    let isStored = true;
    mock(listDrafts, ({ query }) => {
      if (!isStored) return page([]);
      return query.cursor === undefined
        ? page([{ channelId, content: 'First', rev: 5_000 }], channelId)
        : page([{ channelId: other, content: 'Second', rev: 5_001 }]);
    });
    const texts = openField();
    await connect();
    await waitFor(() => expect(texts.at(-1)).toBe('First'));
    await waitFor(() => expect(shown(other)).toBe('Second'));
    isStored = false;
    const { unmount } = renderHook(() => useLiveLog('u-vesper'));
    atTestEnd(unmount);
    await waitFor(() => expect(texts.at(-1)).toBe(''));
  });

  it('TLK-108 that were left in this browser are stored when their channel opens', async () => {
    const saves = answerSaves();
    storeDraft('u-vesper', channelId, 'From yesterday');
    adoptText(talk());
    expect(shown()).toBe('From yesterday');
    await waitFor(() => expect(saves).toMatchObject([{ body: { content: 'From yesterday' } }]));
  });

  it('TLK-133 carry the message that they answer, also to a device without the channel open', async () => {
    const saves = answerSaves();
    openField();
    answerQuestion();
    type('Wool.');
    await waitFor(() => expect(saves).toMatchObject([{ body: { content: 'Wool.', replyToSeq: 7 } }]));
    await connect();
    channelId = `${channelId}-closed`;
    receive({ content: 'Wool.', rev: 6_000, replyTo: QUESTION });
    await waitFor(() => expect(draft().replyTo ?? null).toEqual(QUESTION));
    receive({ content: 'A text of its own', rev: 6_001 });
    await waitFor(() => expect(shown()).toBe('A text of its own'));
    expect(draft().replyTo ?? null).toBeNull();
  });

  it('TLK-132 end together with what they answer when another device sends them', async () => {
    const saves = answerSaves();
    revision = 7_000;
    await connect();
    const texts = openField();
    answerQuestion();
    type('Wool.');
    await waitFor(() => expect(saves).toHaveLength(1));
    await waitFor(() => expect(draftRevision(talk())).toBe(7_001));
    receive({ content: '', rev: 7_002 });
    await waitFor(() => expect(texts.at(-1)).toBe(''));
    expect(draft().replyTo ?? null).toBeNull();
    // Nothing of it comes back with a draft that is begun afterwards.
    type('Next');
    await waitFor(() => expect(saves.at(-1)?.body).toEqual({ content: 'Next' }));
  });

  it('TLK-132 are deleted by the server when they are sent, and a draft that the member begins meanwhile stays', async () => {
    const saves = answerSaves();
    revision = 8_000;
    await connect();
    const texts = openField();
    type('Sent');
    await waitFor(() => expect(draftRevision(talk())).toBe(8_001));
    type('Sent at once');
    sent();
    expect(shown()).toBe('');
    answerQuestion();
    type('Next');
    revision = 8_010;
    receive({ content: '', rev: 8_005 });
    await waitFor(() => expect(draftRevision(talk())).toBe(8_005));
    await waitFor(() => expect(saves.at(-1)?.body).toEqual({ content: 'Next', replyToSeq: 7 }));
    expect(saves.map(({ body }) => body?.content)).toEqual(['Sent', 'Next']);
    expect(shown()).toBe('Next');
    expect(texts).toEqual(['', 'Sent', 'Sent at once', '', 'Next']);
  });

  it('TLK-132 keep what the next message answers while the former is stored', async () => {
    answerSaves();
    revision = 8_500;
    await connect();
    openField();
    type('Sent');
    await waitFor(() => expect(draftRevision(talk())).toBe(8_501));
    sent();
    answerQuestion();
    receive({ content: '', rev: 8_600 });
    await waitFor(() => expect(draftRevision(talk())).toBe(8_600));
    expect(draft().replyTo ?? null).toEqual(QUESTION);
  });

  it('TLK-132 are deleted after a request that was storing them when they were sent', async () => {
    const answers: ((draft: DraftView) => void)[] = [];
    const saves = mock(saveDraft, async () => new Promise<DraftView>((resolve) => answers.push(resolve)));
    openField();
    type('Sen');
    await waitFor(() => expect(saves).toHaveLength(1));
    type('Sent');
    sent();
    answers[0]?.({ channelId, content: 'Sen', rev: 9_000 });
    await waitFor(() => expect(saves.map(({ body }) => body?.content)).toEqual(['Sen', '']));
  });

  it('TLK-132 are deleted after a reload, too, if a request was storing them when they were sent', async () => {
    let isAnswered = true;
    const saves = mock(saveDraft, async ({ body }) => {
      if (!isAnswered) await new Promise(() => undefined);
      return { channelId, content: body?.content ?? '', rev: 9_050 };
    });
    type('Se');
    await waitFor(() => expect(draftRevision(talk())).toBe(9_050));
    isAnswered = false;
    type('Sen');
    await waitFor(() => expect(saves).toHaveLength(2));
    sent();
    reload();
    await waitFor(() => expect(saves.map(({ body }) => body?.content)).toEqual(['Se', 'Sen', '']));
  });

  it('TLK-132 do not come back with a reload before the message is stored', async () => {
    const saves = answerSaves();
    revision = 9_100;
    type('Sent');
    await waitFor(() => expect(draftRevision(talk())).toBe(9_101));
    sent();
    reload();
    mock(listDrafts, () => Response.json([{ channelId, content: 'Sent', rev: 9_101 }]));
    const texts = openField();
    await connect();
    const marker = `${channelId}-marker`;
    live.io.emit('draft:changed', { channelId: marker, content: 'marker', rev: 9_200 });
    await waitFor(() => expect(shown(marker)).toBe('marker'));
    expect(texts).toEqual(['']);
    expect(saves).toHaveLength(1);
  });

  it('TLK-109 leave nothing behind if a refused one is sent', async () => {
    expectConsoleError(/Storing a draft was refused/u);
    mock(saveDraft, () => problem('quota_reached'));
    type('Refused');
    await waitFor(() => expect(useLog.getState().operations).toMatchObject([{ state: 'refused' }]));
    sent();
    expect(useLog.getState().operations).toEqual([]);
    expect(shown()).toBe('');
  });

  it('TLK-109 stay in this browser if the server refuses them or they are too long', async () => {
    expectConsoleError(/Storing a draft was refused/u);
    const saves = mock(saveDraft, () => problem('quota_reached'));
    openField();
    type('x'.repeat(LIMITS.message.max + 1));
    type('Refused');
    await waitFor(() => expect(saves).toHaveLength(1));
    expect(saves).toMatchObject([{ body: { content: 'Refused' } }]);
    expect(shown()).toBe('Refused');
  });
});
