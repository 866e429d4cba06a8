import { nextFullMoon, type ScheduledMessageView } from '@oniverse/contracts';
import { useState } from 'react';
import { failureMessageOf, isProblem } from '../../../api/http.js';
import { sentenceOf } from '../../../api/sentences.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { copyText } from '../../../ui/copy-text.js';
import { formatFullMoment, formatMoment } from '../../../ui/dates.js';
import { useNow } from '../../../ui/now.js';
import { showFailedChange } from '../../../ui/show-failure.js';
import { showToast } from '../../../ui/toast-store.js';
import { EditDialog } from './edit-dialog.js';
import { PlaceLink } from './place-link.js';
import { useDeleteScheduled, useSendScheduled } from './scheduled.queries.js';
import { SCHEDULED_TEXTS } from './scheduled.texts.js';

const { page: TEXTS } = SCHEDULED_TEXTS;

function useSendNow(id: string) {
  const { mutate, isPending } = useSendScheduled(id);
  const sendNow = (acceptsWarning: boolean) =>
    mutate(acceptsWarning, {
      onSuccess: () => showToast({ title: TEXTS.sent }),
      onError: (error) => {
        const description = failureMessageOf(error);
        if (isProblem(error, 'held_for_review')) {
          showToast({ title: TEXTS.held, description });
          return;
        }
        showToast({
          title: TEXTS.sendFailed,
          description,
          variant: 'destructive',
          ...(isProblem(error, 'filter_warning') && {
            action: { label: TEXTS.sendAnyway, run: () => sendNow(true) },
          }),
        });
      },
    });
  return { sendNow, isPending };
}

function Content({ message: { content, replyTo, attachments = [] } }: { message: ScheduledMessageView }) {
  return (
    <>
      {replyTo && <p className="small faint">{TEXTS.replying(replyTo.username ?? TEXTS.formerMember)}</p>}
      {content !== '' && (
        <p className="scheduled__text" dir="auto">
          {content}
        </p>
      )}
      {attachments.length > 0 && (
        <p className="small muted">{TEXTS.files(attachments.map(({ name }) => name).join(', '))}</p>
      )}
    </>
  );
}

function When({ message: { sendAt, isLeft } }: { message: ScheduledMessageView }) {
  const now = useNow();
  return isLeft ? (
    <span>{TEXTS.left(formatMoment(nextFullMoon(now)))}</span>
  ) : (
    <time dateTime={sendAt}>{formatFullMoment(Date.parse(sendAt))}</time>
  );
}

/** A scheduled message, with what its author can do with it. */
export function ScheduledRow({ message }: { message: ScheduledMessageView }) {
  const { id, place, content, failure } = message;
  const [dialog, setDialog] = useState<'edit' | 'cancel' | null>(null);
  const close = () => setDialog(null);
  const { sendNow, isPending } = useSendNow(id);
  const remove = useDeleteScheduled(id);
  return (
    <li className="scheduled__row">
      <p className="small scheduled__head">
        <When message={message} />
        <PlaceLink place={place} />
      </p>
      <Content message={message} />
      {failure && <p className="small danger">{TEXTS.notSent(sentenceOf(failure))}</p>}
      <div className="scheduled__actions">
        {place && (
          <>
            <Button small onClick={() => setDialog('edit')}>
              {TEXTS.change}
            </Button>
            <Button small pending={isPending && TEXTS.sending} onClick={() => sendNow(false)}>
              {TEXTS.sendNow}
            </Button>
          </>
        )}
        {!place && content !== '' && (
          <Button small onClick={() => void copyText(content, { title: TEXTS.copied })}>
            {TEXTS.copy}
          </Button>
        )}
        <Button small look="quiet" onClick={() => setDialog('cancel')}>
          {TEXTS.cancel}
        </Button>
      </div>
      {dialog === 'edit' && <EditDialog message={message} onClose={close} />}
      {dialog === 'cancel' && (
        <ConfirmDialog
          {...TEXTS.cancelling}
          confirm={TEXTS.cancel}
          pending={remove.isPending && TEXTS.cancelling.pending}
          onConfirm={() => remove.mutate(undefined, { onSuccess: close, onError: showFailedChange })}
          onCancel={close}
        />
      )}
    </li>
  );
}
