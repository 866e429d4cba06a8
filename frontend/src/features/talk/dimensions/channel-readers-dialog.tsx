import './groups.css';
import type { ChannelView } from '@oniverse/contracts';
import { useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Dialog } from '../../../ui/dialog.js';
import { Switch } from '../../../ui/switch.js';
import { useChannelMembers, useSetChannelReader } from './channel-readers.queries.js';
import { CHANNEL_READERS_TEXTS as TEXTS } from './channel-readers.texts.js';
import { GroupSwitches } from './group-marks.js';
import { useGroups } from './groups.queries.js';
import { NamedMembers } from './named-members.js';
import { useUpdateChannel } from './servers.mutations.js';

interface ChannelProps {
  channel: ChannelView;
}

function NamedReaders({ channel: { id, serverId } }: ChannelProps) {
  const { data: groups = [] } = useGroups(serverId);
  const { data: reading } = useGroups(serverId, { channel: id });
  const members = useChannelMembers(id);
  const { mutate: set, isPending } = useSetChannelReader(serverId, id);
  return (
    <div className="readers">
      <GroupSwitches
        label={TEXTS.groups}
        groups={groups}
        chosen={reading}
        isDisabled={() => isPending}
        onSet={(groupId, isReading) => set({ groupId, isReading })}
      />
      <NamedMembers
        serverId={serverId}
        list={members}
        label={TEXTS.members}
        empty={TEXTS.noMembers}
        isOffered={({ role }) => role === 'member'}
        onAdd={(userId) => set({ userId, isReading: true })}
        onRemove={(userId) => set({ userId, isReading: false })}
      />
    </div>
  );
}

/** Asks before everything that was written becomes readable. */
function OpenChannelDialog({ channel, onClose }: ChannelProps & { onClose: () => void }) {
  const { mutate, isPending, error } = useUpdateChannel(channel.serverId, channel.id);
  const { title, text, action, pending } = TEXTS.opening;
  return (
    <ConfirmDialog
      title={title(channel.name)}
      text={text}
      confirm={action}
      pending={isPending && pending}
      error={error ? failureMessageOf(error) : undefined}
      onConfirm={() => mutate({ isPrivate: false }, { onSuccess: onClose })}
      onCancel={onClose}
    />
  );
}

/** Asks who reads a channel, apart from its staff. */
export default function ChannelReadersDialog({ channel, onClose }: ChannelProps & { onClose: () => void }) {
  const { id, serverId, name, isPrivate } = channel;
  const [isOpening, setOpening] = useState(false);
  const { mutate, isPending, error } = useUpdateChannel(serverId, id);
  return (
    <>
      <Dialog title={TEXTS.title(name)} onClose={onClose}>
        <p className="small muted staff__lead">{TEXTS.text}</p>
        <Switch
          label={TEXTS.isPrivateLabel}
          hint={TEXTS.isPrivateHint}
          checked={isPrivate}
          disabled={isPending}
          onChange={(checked) => (checked ? mutate({ isPrivate: true }) : setOpening(true))}
        />
        {error && (
          <p className="error" role="alert">
            {failureMessageOf(error)}
          </p>
        )}
        {isPrivate && <NamedReaders channel={channel} />}
      </Dialog>
      {isOpening && <OpenChannelDialog channel={channel} onClose={() => setOpening(false)} />}
    </>
  );
}
