import type { ChannelView, RadioView } from '@oniverse/contracts';
import { type FormEvent, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { formatMinute, readMinute } from '../../../ui/minute-of-day.js';
import { Select } from '../../../ui/select.js';
import { useRadio, useSetRadio } from './radio.queries.js';
import { RADIO_TEXTS } from './radio.texts.js';

const { settings: TEXTS } = RADIO_TEXTS;

type Hours = Pick<RadioView, 'quietFrom' | 'quietTo'>;
type Plays = 'off' | 'on' | 'hours';

interface Choice {
  plays: Plays;
  from: string;
  to: string;
}

const NO_HOURS: Hours = { quietFrom: null, quietTo: null };
const OPTIONS = [
  { value: 'off', title: TEXTS.off },
  { value: 'on', title: TEXTS.on },
  { value: 'hours', title: TEXTS.withHours },
] as const satisfies readonly { value: Plays; title: string }[];

const timeOf = (minute: number | null): string => (minute === null ? '' : formatMinute(minute));

const choiceOf = (hasRadio: boolean, { quietFrom, quietTo }: Hours): Choice => ({
  plays: hasRadio ? (quietFrom === null ? 'on' : 'hours') : 'off',
  from: timeOf(quietFrom),
  to: timeOf(quietTo),
});

/** Returns the quiet hours of a choice; undefined while they are not complete. */
function hoursOf({ plays, from, to }: Choice): Hours | undefined {
  if (plays !== 'hours') return NO_HOURS;
  const quietFrom = readMinute(from);
  const quietTo = readMinute(to);
  return quietFrom === undefined || quietTo === undefined || quietFrom === quietTo
    ? undefined
    : { quietFrom, quietTo };
}

interface SettingsFormProps {
  channel: ChannelView;
  stored: Choice;
  onClose: () => void;
}

function SettingsForm({ channel, stored, onClose }: SettingsFormProps) {
  const { id, name, hasRadio } = channel;
  const [given, setGiven] = useState(stored);
  const [isInvalid, setInvalid] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const { mutate, isPending, error } = useSetRadio(id);
  const change = (part: Partial<Choice>) => {
    setGiven({ ...given, ...part });
    setInvalid(false);
  };
  const save = (hours: Hours | null) =>
    mutate(hours, { onSuccess: onClose, onError: () => setEnding(false) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const hours = hoursOf(given);
    setInvalid(hours === undefined);
    if (hours === undefined) return;
    if (given.plays !== 'off') save(hours);
    else if (hasRadio) setEnding(true);
    else onClose();
  };
  const { title, text, confirm } = TEXTS.deletion;
  return (
    <FormDialog
      title={TEXTS.title(name)}
      text={TEXTS.text}
      texts={TEXTS.form}
      isPending={isPending}
      isDirty={given.plays !== stored.plays || given.from !== stored.from || given.to !== stored.to}
      discardQuestion={TEXTS.discard}
      error={error ? failureMessageOf(error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={TEXTS.label}
        {...(given.plays === 'hours' && { hint: TEXTS.hoursHint })}
        options={OPTIONS}
        value={given.plays}
        onChange={(plays) => change({ plays })}
      />
      {given.plays === 'hours' && (
        <>
          <Field
            label={TEXTS.from}
            type="time"
            value={given.from}
            onChange={({ target }) => change({ from: target.value })}
          />
          <Field
            label={TEXTS.to}
            type="time"
            value={given.to}
            error={isInvalid ? TEXTS.badHours : undefined}
            onChange={({ target }) => change({ to: target.value })}
          />
        </>
      )}
      {isEnding && (
        <ConfirmDialog
          title={title}
          text={text(name)}
          confirm={confirm}
          pending={isPending && TEXTS.form.pending}
          onConfirm={() => save(null)}
          onCancel={() => setEnding(false)}
        />
      )}
    </FormDialog>
  );
}

export interface RadioSettingsProps {
  channel: ChannelView;
  onClose: () => void;
}

function StoredSettings({ channel, onClose }: RadioSettingsProps) {
  const { data } = useRadio(channel.id);
  return data ? <SettingsForm channel={channel} stored={choiceOf(true, data)} onClose={onClose} /> : null;
}

/** Asks whether a channel has a radio, and when that stands still. */
export default function RadioSettings(props: RadioSettingsProps) {
  return props.channel.hasRadio ? (
    <StoredSettings {...props} />
  ) : (
    <SettingsForm {...props} stored={choiceOf(false, NO_HOURS)} />
  );
}
