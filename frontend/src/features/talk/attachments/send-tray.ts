import { ATTACHMENT, ATTACHMENT_RULES, readField } from '@oniverse/contracts';
import { showToast } from '../../../ui/toast-store.js';
import { draftIn, sendableContent, sendDraft, type Talk, useLog } from '../log/index.js';
import { ATTACHMENT_TEXTS as TEXTS } from './attachments.texts.js';
import { findTray, isStopped, tooMany, updateTray } from './tray.store.js';

export const draftText = ({ userId, talkId }: Talk): string =>
  draftIn(useLog.getState(), userId, talkId).text;

/** Sends what the member wrote with the files of the tray, all of which are ready. @returns whether it did */
export function sendTray(talk: Talk): boolean {
  const attachments = (findTray(talk)?.files ?? []).flatMap(({ view, alt }) =>
    view ? [{ ...view, alt: readField(ATTACHMENT_RULES.alt, alt) }] : [],
  );
  if (!sendDraft(talk, attachments)) return false;
  updateTray(talk, () => ({ files: [], armedText: undefined }));
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
  const files = findTray(talk)?.files ?? [];
  if (files.length === 0) return sendDraft(talk) ? 'sent' : 'kept';
  const { title, description } = TEXTS.unfinished;
  if (files.some(isStopped)) return refuse(title, description);
  if (files.length > ATTACHMENT.perItem) return refuse(title, tooMany());
  if (files.every(({ state }) => state === 'ready')) return sendTray(talk) ? 'sent' : 'kept';
  const armedText = draftText(talk);
  if (sendableContent(armedText, true) === undefined) return 'kept';
  updateTray(talk, () => ({ armedText }));
  return 'armed';
}
