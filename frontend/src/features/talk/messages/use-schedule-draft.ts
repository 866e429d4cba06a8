import type { ScheduleMessageBody } from '@oniverse/contracts';
import { failureMessageOf, isProblem } from '../../../api/http.js';
import { formatMoment } from '../../../ui/dates.js';
import { showToast } from '../../../ui/toast-store.js';
import { readyRefs, recheckFiles, releaseFiles } from '../attachments/index.js';
import { changeDraft, draftIn, type Talk, useLog } from '../log/index.js';
import { SCHEDULED_TEXTS as TEXTS, useSchedule } from '../scheduled/index.js';
import { requireSendable, trayPlaceOf } from './message-tray.js';

/**
 * Returns what schedules the text and the files of a talk, or without a time leaves them for a full moon. It empties the field
 * once the server has them.
 */
export function useScheduleDraft(talk: Talk): (at: number | undefined) => void {
  const { mutate } = useSchedule(talk.talkId);
  const place = trayPlaceOf(talk);
  const schedule = (body: ScheduleMessageBody, text: string) =>
    mutate(body, {
      onSuccess: ({ sendAt, isLeft }) => {
        const { text: now } = draftIn(useLog.getState(), talk.userId, talk.talkId);
        // Its author may have written on.
        if (now === text) changeDraft(talk, { text: '', replyTo: undefined });
        releaseFiles(place, body.attachments ?? []);
        showToast({
          title: isLeft ? TEXTS.left : TEXTS.scheduled(formatMoment(Date.parse(sendAt))),
          action: { label: TEXTS.open, path: '/scheduled' },
        });
      },
      onError: (error) => {
        recheckFiles(place, error);
        const isWarned = isProblem(error, 'filter_warning');
        showToast({
          title: TEXTS.failed,
          description: failureMessageOf(error),
          variant: 'destructive',
          ...(isWarned && {
            action: { label: TEXTS.insist, run: () => schedule({ ...body, acceptsWarning: true }, text) },
          }),
        });
      },
    });
  return (at) => {
    const content = requireSendable(talk);
    if (content === undefined) return;
    const { text, replyTo } = draftIn(useLog.getState(), talk.userId, talk.talkId);
    const attachments = readyRefs(place);
    schedule(
      {
        content,
        ...(at !== undefined && { sendAt: new Date(at).toISOString() }),
        ...(attachments.length > 0 && { attachments }),
        ...(replyTo && { replyToSeq: replyTo.seq }),
      },
      text,
    );
  };
}
