import { remindOfMessage } from '@oniverse/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { send } from '../../../api/calls.js';
import { failureMessageOf } from '../../../api/http.js';
import { formatMoment } from '../../../ui/dates.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { showToast } from '../../../ui/toast-store.js';
import { ClockDialog, MESSAGE_CHOICES } from '../clock/index.js';
import { hideMessagePart, useShownMessage } from './message-dialogs.store.js';
import { MESSAGE_TEXTS } from './messages.texts.js';

const { remind: TEXTS } = MESSAGE_TEXTS;

function AskForTime({ messageId }: { messageId: string }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (at: number) =>
      send(remindOfMessage, { id: messageId, body: { at: new Date(at).toISOString() } }),
    onError: showNoToast,
    onSuccess: (_, at) => {
      hideMessagePart();
      showToast({
        title: TEXTS.set(formatMoment(at)),
        action: { label: TEXTS.open, path: '/scheduled?tab=reminders' },
      });
    },
  });
  return (
    <ClockDialog
      purpose="reminder"
      texts={TEXTS}
      choices={MESSAGE_CHOICES}
      isPending={isPending}
      error={error ? failureMessageOf(error) : undefined}
      onChoose={mutate}
      onClose={hideMessagePart}
    />
  );
}

/** Asks when the reader wants to be reminded of a message. */
export function ReminderDialog() {
  const { shown } = useShownMessage();
  useEffect(() => hideMessagePart, []);
  return shown?.part === 'reminder' ? <AskForTime messageId={shown.message.id} /> : null;
}
