import { type ChannelView, RULES } from '@oniverse/contracts';
import { useState } from 'react';
import { serverMessageOf } from '../../api/http.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { NamingDialog } from './naming-dialog.js';
import { useDeleteChannel, useSaveChannel } from './servers.mutations.js';

const { channel: TEXTS } = DIMENSIONS_TEXTS;

/** What owner and moderators may do with a channel; the default one stays. */
export function ChannelMenu({ channel }: { channel: ChannelView }) {
  const { id, serverId, name, isDefault } = channel;
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null);
  const save = useSaveChannel(serverId, id);
  const removal = useDeleteChannel(serverId, id);
  const { title, text, action, pending } = TEXTS.deletion;
  const close = () => setAsked(null);
  return (
    <>
      <Menu button={<IconButton small icon="more" name={TEXTS.manage(name)} />}>
        <MenuItem icon="edit" onSelect={() => setAsked('edit')}>
          {TEXTS.edit}
        </MenuItem>
        {!isDefault && (
          <>
            <MenuLine />
            <MenuItem danger icon="delete" onSelect={() => setAsked('delete')}>
              {TEXTS.remove}
            </MenuItem>
          </>
        )}
      </Menu>
      {asked === 'edit' && (
        <NamingDialog
          title={TEXTS.editTitle}
          action={TEXTS.save}
          rules={RULES.channel}
          held={channel}
          onSave={save.mutateAsync}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={asked === 'delete'}
        title={title(name)}
        text={text}
        confirm={action}
        pending={removal.isPending && pending}
        error={removal.error ? (serverMessageOf(removal.error) ?? DIMENSIONS_TEXTS.unreachable) : undefined}
        onConfirm={() => removal.mutate(undefined, { onSuccess: close })}
        onCancel={close}
      />
    </>
  );
}
