import { showToast } from '../../../ui/toast-store.js';
import {
  ATTACHMENT_TEXTS as TEXTS,
  findTray,
  hasTooMany,
  isStopped,
  readyFiles,
  setTrays,
  tooMany,
  type Tray,
  trayKey,
  type TrayPlace,
  type Trays,
  updateTray,
  useTrays,
} from '../attachments/index.js';
import { draftIn, sendableContent, sendDraft, type Talk, useLog } from '../log/index.js';
import { MESSAGE_TEXTS } from './messages.texts.js';

type TalkId = Pick<Talk, 'userId' | 'talkId'>;

export const trayPlaceOf = ({ userId, talkId }: TalkId): TrayPlace => ({ userId, placeId: talkId });

const draftText = ({ userId, placeId }: TrayPlace): string =>
  draftIn(useLog.getState(), userId, placeId).text;

/** Sends what the member wrote with the files of the tray, all of which are ready. @returns whether it did */
function sendTray(talk: Talk): boolean {
  const place = trayPlaceOf(talk);
  if (!sendDraft(talk, readyFiles(place))) return false;
  updateTray(place, () => ({ files: [], armed: undefined }));
  return true;
}

function refuse(title: string, description: string): 'kept' {
  showToast({ title, description, variant: 'destructive' });
  return 'kept';
}

/**
 * Sends what the member wrote, with its files. While some are on the way, it is `armed`, and sent when they are ready.
 * @returns `kept` if it cannot be sent as it is
 */
export function sendWithFiles(talk: Talk): 'sent' | 'armed' | 'kept' {
  const place = trayPlaceOf(talk);
  const files = findTray(place)?.files ?? [];
  if (files.length === 0) return sendDraft(talk) ? 'sent' : 'kept';
  const { title, description } = TEXTS.unfinished;
  if (files.some(isStopped)) return refuse(title, description);
  if (hasTooMany(files)) return refuse(title, tooMany());
  if (files.every(({ state }) => state === 'ready')) return sendTray(talk) ? 'sent' : 'kept';
  const text = draftText(place);
  if (sendableContent(text, true) === undefined) return 'kept';
  updateTray(place, () => ({ armed: { text, startsThread: talk.startsThread } }));
  return 'armed';
}

/** Returns the text that can be sent with the files of the tray, which are ready. Says why if there is none. */
export function requireSendable(talk: Talk): string | undefined {
  const place = trayPlaceOf(talk);
  const files = findTray(place)?.files ?? [];
  const { title, description } = TEXTS.unfinished;
  if (files.some(({ state }) => state !== 'ready')) {
    refuse(title, description);
    return undefined;
  }
  if (hasTooMany(files)) {
    refuse(title, tooMany());
    return undefined;
  }
  const content = sendableContent(draftText(place), files.length > 0);
  if (content === undefined) refuse(MESSAGE_TEXTS.nothingToSend.title, MESSAGE_TEXTS.nothingToSend.text);
  return content;
}

/** Lets the message wait for its author again, instead of its files. */
export function disarm(talk: TalkId): void {
  const place = trayPlaceOf(talk);
  if (findTray(place)?.armed) updateTray(place, () => ({ armed: undefined }));
}

/** Whether the message is sent when its files are ready. */
export function useIsArmed(talk: TalkId): boolean {
  const { userId, talkId } = talk;
  const armed = useTrays(({ trays }) => trays[trayKey(trayPlaceOf(talk))]?.armed);
  return useLog((log) => armed?.text === draftIn(log, userId, talkId).text);
}

/** Sends a message whose files have become ready, or lets it wait for its author if that cannot happen. */
function settleArmed({ place, files, armed }: Tray): void {
  if (!armed) return;
  const { userId, placeId: talkId } = place;
  if (files.length === 0 || files.some(isStopped) || armed.text !== draftText(place)) {
    disarm({ userId, talkId });
  } else if (files.every(({ state }) => state === 'ready')) {
    sendTray({ userId, talkId, startsThread: armed.startsThread });
  }
}

useTrays.subscribe(({ trays }) => {
  for (const tray of Object.values(trays)) settleArmed(tray);
});

/** Returns the trays with those of messages in the threads that have started with them. */
const movedToThreads = (trays: Trays, threads: Readonly<Record<string, string>>): Trays =>
  Object.entries(trays).reduce<Trays>((all, [key, { place, files, armed }]) => {
    const threadId = threads[place.placeId];
    if (threadId === undefined) return all;
    const { [key]: _moved, ...others } = all;
    const thread = { userId: place.userId, placeId: threadId };
    const known = others[trayKey(thread)]?.files ?? [];
    const moved: Tray = {
      place: thread,
      files: [...known, ...files],
      armed: armed && { text: armed.text, startsThread: undefined },
    };
    return { ...others, [trayKey(thread)]: moved };
  }, trays);

useLog.subscribe(({ threads }, before) => {
  if (threads !== before.threads) setTrays((trays) => movedToThreads(trays, threads));
});
