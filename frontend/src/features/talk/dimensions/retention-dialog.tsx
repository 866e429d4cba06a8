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
import { formatMinute, readMinute } from '../../../ui/minute-of-day.js';
import { useNow } from '../../../ui/now.js';
import { Select } from '../../../ui/select.js';
import { RETENTION_TEXTS as TEXTS } from './retention.texts.js';
import { useUpdateChannel, useUpdateServer } from './servers.mutations.js';

const AS_DIMENSION = 'dimension';
const OWN = 'own';
const FADE = 'fade';
const OFFERED: readonly number[] = [MESSAGE_DAYS.forEver, 30, 90, 365];

type Rules = Pick<ChannelRetention, 'messageDays' | 'fadeMinute'>;

const retentionBy = (rules: Rules): ChannelRetention => ({
  ...rules,
  formerMessageDays: null,
  formerMessageDaysUntil: null,
});

/** Returns the number of days in a text; undefined if messages cannot be kept for it. */
function readDays(text: string): number | undefined {
  const days = /^\d{1,4}$/u.test(text.trim()) ? Number(text) : 0;
  return days >= MESSAGE_DAYS.min && days <= MESSAGE_DAYS.max ? days : undefined;
}

interface Choice {
  /** A number of days, {@link AS_DIMENSION}, {@link OWN} or {@link FADE}. */
  choice: string;
  days: string;
  time: string;
}

function choiceOf({ messageDays, fadeMinute }: Rules): Choice {
  const isOwn = messageDays !== null && !OFFERED.includes(messageDays);
  const ofDays = isOwn ? OWN : messageDays === null ? AS_DIMENSION : String(messageDays);
  return {
    choice: fadeMinute === null ? ofDays : FADE,
    days: isOwn ? String(messageDays) : '',
    time: fadeMinute === null ? '' : formatMinute(fadeMinute),
  };
}

/** Returns what a choice asks for; undefined while it is not complete. Days that do not hold stay as they are. */
function rulesOf({ choice, days, time }: Choice, stored: Rules): Rules | undefined {
  if (choice === FADE) {
    const fadeMinute = readMinute(time);
    return fadeMinute === undefined ? undefined : { messageDays: stored.messageDays, fadeMinute };
  }
  const messageDays = choice === AS_DIMENSION ? null : choice === OWN ? readDays(days) : Number(choice);
  return messageDays === undefined ? undefined : { messageDays, fadeMinute: null };
}

/** Returns the question before messages are deleted sooner. @param days for how many they are kept then */
function questionOf(thing: string, days: number, fadeMinute: number | null) {
  if (fadeMinute !== null) {
    const { title, text, action } = TEXTS.confirmFade;
    return { title: title(fadeMinute), text: text(thing, fadeMinute), confirm: action };
  }
  const { title, text, action } = TEXTS.confirm;
  return { title: title(days), text: text(thing, days), confirm: action };
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
  const rules: Rules = channel ?? { messageDays: server.messageDays, fadeMinute: null };
  const stored = choiceOf(rules);
  const [given, setGiven] = useState(stored);
  const [isInvalid, setInvalid] = useState(false);
  /** What to confirm. */
  const [shorter, setShorter] = useState<ReturnType<typeof questionOf> | null>(null);
  const now = useNow();
  const retention = retentionOf(server, channel, now);
  const onServer = useUpdateServer(server.id);
  const onChannel = useUpdateChannel(server.id, channel?.id ?? '');
  const { isPending, error } = channel ? onChannel : onServer;
  const chosen = rulesOf(given, rules);
  const change = (part: Partial<Choice>) => {
    setGiven({ ...given, ...part });
    setInvalid(false);
  };

  const save = () => {
    if (chosen === undefined) return;
    const done = { onSuccess: onClose, onError: () => setShorter(null) };
    if (channel) onChannel.mutate(chosen, done);
    else if (chosen.messageDays !== null) onServer.mutate({ messageDays: chosen.messageDays }, done);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setInvalid(chosen === undefined);
    if (chosen === undefined) return;
    const after = channel
      ? keptDays(server, retentionBy(chosen), now)
      : keptDays(
          { ...retentionBy(chosen), messageDays: chosen.messageDays ?? MESSAGE_DAYS.forEver },
          null,
          now,
        );
    const isNewMinute = chosen.fadeMinute !== null && chosen.fadeMinute !== rules.fadeMinute;
    if (isNewMinute || after < retention.days) setShorter(questionOf(thing, after, chosen.fadeMinute));
    else save();
  };
  const options = [
    ...(channel ? [{ value: AS_DIMENSION, title: TEXTS.asDimension(keptDays(server, null, now)) }] : []),
    ...OFFERED.map((offered) => ({
      value: String(offered),
      title: offered === MESSAGE_DAYS.forEver ? TEXTS.forEver : TEXTS.span(offered),
    })),
    { value: OWN, title: TEXTS.own },
    ...(channel ? [{ value: FADE, title: TEXTS.fade }] : []),
  ];
  const waits = TEXTS.waits(retention);
  return (
    <FormDialog
      title={TEXTS.title(thing)}
      text={TEXTS.text}
      texts={TEXTS.form}
      isPending={isPending}
      isDirty={given.choice !== stored.choice || given.days !== stored.days || given.time !== stored.time}
      discardQuestion={TEXTS.discard}
      error={error ? failureMessageOf(error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={TEXTS.label}
        {...(waits && { hint: waits })}
        options={options}
        value={given.choice}
        onChange={(choice) => change({ choice })}
      />
      {given.choice === OWN && (
        <Field
          label={TEXTS.days}
          inputMode="numeric"
          autoComplete="off"
          value={given.days}
          error={isInvalid ? TEXTS.badDays : undefined}
          onChange={({ target }) => change({ days: target.value })}
        />
      )}
      {given.choice === FADE && (
        <Field
          label={TEXTS.time}
          type="time"
          value={given.time}
          error={isInvalid ? TEXTS.badTime : undefined}
          onChange={({ target }) => change({ time: target.value })}
        />
      )}
      {shorter !== null && (
        <ConfirmDialog
          {...shorter}
          pending={isPending && TEXTS.form.pending}
          onConfirm={save}
          onCancel={() => setShorter(null)}
        />
      )}
    </FormDialog>
  );
}
