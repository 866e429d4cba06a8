import {
  type ChannelRetention,
  type ChannelView,
  keptDays,
  MESSAGE_DAYS,
  retentionOf,
  type ServerView,
} from '@oniverse/contracts';
import { type FormEvent, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { useNow } from '../../../ui/now.js';
import { Select } from '../../../ui/select.js';
import { RETENTION_TEXTS as TEXTS } from './retention.texts.js';
import { useUpdateChannel, useUpdateServer } from './servers.mutations.js';

const AS_DIMENSION = 'dimension';
const OWN = 'own';
const OFFERED: readonly number[] = [MESSAGE_DAYS.forEver, 30, 90, 365];

const settingOf = (messageDays: number | null): ChannelRetention => ({
  messageDays,
  formerMessageDays: null,
  formerMessageDaysUntil: null,
});

/** Returns the number of days in a text; undefined if messages cannot be kept for it. */
function readDays(text: string): number | undefined {
  const days = /^\d{1,4}$/u.test(text.trim()) ? Number(text) : 0;
  return days >= MESSAGE_DAYS.min && days <= MESSAGE_DAYS.max ? days : undefined;
}

interface RetentionDialogProps {
  server: ServerView;
  /** Null for the dimension, whose channels follow unless they say something else. */
  channel: ChannelView | null;
  onClose: () => void;
}

/** Asks for how long messages are kept, and before they are deleted sooner than now. */
export default function RetentionDialog({ server, channel, onClose }: RetentionDialogProps) {
  const thing = channel ? `#${channel.name}` : server.name;
  const { messageDays } = channel ?? server;
  const choiceOf = OFFERED.some((days) => days === messageDays) ? String(messageDays) : OWN;
  const stored = {
    choice: messageDays === null ? AS_DIMENSION : choiceOf,
    days: choiceOf === OWN ? String(messageDays ?? '') : '',
  };
  const [choice, setChoice] = useState<string>(stored.choice);
  const [days, setDays] = useState(stored.days);
  const [isInvalid, setInvalid] = useState(false);
  /** What to confirm: the days that messages are kept for. */
  const [shorter, setShorter] = useState<number | null>(null);
  const now = useNow();
  const retention = retentionOf(server, channel, now);
  const onServer = useUpdateServer(server.id);
  const onChannel = useUpdateChannel(server.id, channel?.id ?? '');
  const { isPending, error } = channel ? onChannel : onServer;
  const chosen = choice === AS_DIMENSION ? null : choice === OWN ? readDays(days) : Number(choice);

  const save = () => {
    if (chosen === undefined) return;
    const done = { onSuccess: onClose, onError: () => setShorter(null) };
    if (channel) onChannel.mutate({ messageDays: chosen }, done);
    else if (chosen !== null) onServer.mutate({ messageDays: chosen }, done);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setInvalid(chosen === undefined);
    if (chosen === undefined) return;
    const after = channel
      ? keptDays(server, settingOf(chosen), now)
      : keptDays({ ...settingOf(null), messageDays: chosen ?? MESSAGE_DAYS.forEver }, null, now);
    if (after < retention.days) setShorter(after);
    else save();
  };
  const options = [
    ...(channel ? [{ value: AS_DIMENSION, title: TEXTS.asDimension(keptDays(server, null, now)) }] : []),
    ...OFFERED.map((offered) => ({
      value: String(offered),
      title: offered === MESSAGE_DAYS.forEver ? TEXTS.forEver : TEXTS.span(offered),
    })),
    { value: OWN, title: TEXTS.own },
  ];
  const waits = TEXTS.waits(retention);
  return (
    <FormDialog
      title={TEXTS.title(thing)}
      text={TEXTS.text}
      texts={TEXTS.form}
      isPending={isPending}
      isDirty={choice !== stored.choice || days !== stored.days}
      discardQuestion={TEXTS.discard}
      error={error ? failureMessageOf(error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={TEXTS.label}
        {...(waits && { hint: waits })}
        options={options}
        value={choice}
        onChange={setChoice}
      />
      {choice === OWN && (
        <Field
          label={TEXTS.days}
          inputMode="numeric"
          autoComplete="off"
          value={days}
          error={isInvalid ? TEXTS.badDays : undefined}
          onChange={({ target }) => {
            setDays(target.value);
            setInvalid(false);
          }}
        />
      )}
      {shorter !== null && (
        <ConfirmDialog
          title={TEXTS.confirm.title(shorter)}
          text={TEXTS.confirm.text(thing, shorter)}
          confirm={TEXTS.confirm.action}
          pending={isPending && TEXTS.form.pending}
          onConfirm={save}
          onCancel={() => setShorter(null)}
        />
      )}
    </FormDialog>
  );
}
