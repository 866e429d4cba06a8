import type { ChannelView } from '@oniverse/contracts';
import { type FormEvent, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { Select } from '../../../ui/select.js';
import { CHANNEL_LIMIT_TEXTS as TEXTS } from './channel-limits.texts.js';
import { useUpdateChannel } from './servers.mutations.js';

const OFF = '0';
const WAITS = [5, 10, 30, 60, 300, 900, 3_600, 21_600];

/** Returns the offered waits, and the one that was set by other means. */
const waitsWith = (current: number | null): number[] =>
  [...new Set([...WAITS, ...(current === null ? [] : [current])])].toSorted((a, b) => a - b);

/** Asks who writes in a channel, and how often. */
export default function ChannelLimitsDialog({
  channel,
  onClose,
}: {
  channel: ChannelView;
  onClose: () => void;
}) {
  const { id, serverId, name, isLocked, slowModeSeconds } = channel;
  const stored = {
    writers: isLocked ? 'staff' : 'members',
    wait: String(slowModeSeconds ?? OFF),
  } as const;
  const [writers, setWriters] = useState<'members' | 'staff'>(stored.writers);
  const [wait, setWait] = useState<string>(stored.wait);
  const { mutate: save, isPending, error } = useUpdateChannel(serverId, id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { isLocked: writers === 'staff', slowModeSeconds: wait === OFF ? null : Number(wait) };
    save(body, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={TEXTS.title(name)}
      text={TEXTS.text}
      texts={TEXTS.form}
      isPending={isPending}
      isDirty={writers !== stored.writers || wait !== stored.wait}
      discardQuestion={TEXTS.discard}
      error={error ? failureMessageOf(error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={TEXTS.writers}
        options={(['members', 'staff'] as const).map((value) => ({
          value,
          title: TEXTS.writersOptions[value],
        }))}
        value={writers}
        onChange={setWriters}
      />
      <Select
        label={TEXTS.slowMode}
        hint={TEXTS.slowModeHint}
        options={[
          { value: OFF, title: TEXTS.off },
          ...waitsWith(slowModeSeconds).map((seconds) => ({
            value: String(seconds),
            title: TEXTS.wait(seconds),
          })),
        ]}
        value={wait}
        onChange={setWait}
      />
    </FormDialog>
  );
}
