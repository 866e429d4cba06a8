import { CHANNEL_RULES, type ChannelView, may, type ServerView } from '@oniverse/contracts';
import { Suspense, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { IconButton } from '../../../ui/icon-button.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.js';
import { ChannelAttentionItems } from '../attention/index.js';
import { CHANNEL_LIMIT_TEXTS } from './channel-limits.texts.js';
import { CHANNEL_READERS_TEXTS } from './channel-readers.texts.js';
import { RadioSettingsPart } from '../radio/index.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { EXPORT_TEXTS } from './exports.texts.js';
import { NamingDialog } from './naming-dialog.js';
import { RETENTION_TEXTS } from './retention.texts.js';
import { useDeleteChannel, useSaveChannel } from './servers.mutations.js';
import { standingOf } from './server-facts.js';

const { channel: TEXTS } = DIMENSIONS_TEXTS;
const ChannelLimitsDialog = lazyPart(() => import('./channel-limits-dialog.js'));
const ChannelReadersDialog = lazyPart(() => import('./channel-readers-dialog.js'));
const ExportsDialog = lazyPart(() => import('./exports-dialog.js'));
const RetentionDialog = lazyPart(() => import('./retention-dialog.js'));

/** The menu of a channel for members, and for its staff, who cannot delete the default channel. */
export function ChannelMenu({ server, channel }: { server: ServerView; channel: ChannelView }) {
  const { id, serverId, name, isDefault } = channel;
  const [dialog, setDialog] = useState<
    'edit' | 'limits' | 'retention' | 'radio' | 'readers' | 'export' | 'delete' | null
  >(null);
  const save = useSaveChannel(serverId, id);
  const removal = useDeleteChannel(serverId, id);
  const mayManage = may(standingOf(server), 'manageChannels');
  const { title, text, action, pending } = TEXTS.deletion;
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        button={<IconButton small icon="more" name={mayManage ? TEXTS.manage(name) : TEXTS.options(name)} />}
      >
        {mayManage && (
          <>
            <MenuItem icon="edit" onSelect={() => setDialog('edit')}>
              {TEXTS.edit}
            </MenuItem>
            <MenuItem icon="private" onSelect={() => setDialog('limits')}>
              {CHANNEL_LIMIT_TEXTS.action}
            </MenuItem>
            <MenuItem icon={MENU_ICONS.versions} onSelect={() => setDialog('retention')}>
              {RETENTION_TEXTS.action}
            </MenuItem>
            {may(standingOf(server), 'manageRadios') && (
              <MenuItem icon={MENU_ICONS.radio} onSelect={() => setDialog('radio')}>
                {TEXTS.radio}
              </MenuItem>
            )}
            {!isDefault && (
              <MenuItem icon="hide" onSelect={() => setDialog('readers')}>
                {CHANNEL_READERS_TEXTS.action}
              </MenuItem>
            )}
          </>
        )}
        {may(standingOf(server), 'exportMessages') && (
          <MenuItem icon="download" onSelect={() => setDialog('export')}>
            {EXPORT_TEXTS.ofChannel}
          </MenuItem>
        )}
        <ChannelAttentionItems server={server} channel={channel} />
        {mayManage && !isDefault && (
          <>
            <MenuSeparator />
            <MenuItem danger icon="delete" onSelect={() => setDialog('delete')}>
              {TEXTS.remove}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'edit' && (
        <NamingDialog
          thing={`channel:${id}`}
          title={TEXTS.editTitle}
          action={TEXTS.save}
          rules={CHANNEL_RULES}
          initial={channel}
          onSave={save.mutateAsync}
          onClose={close}
        />
      )}
      {dialog === 'limits' && (
        <Suspense fallback={null}>
          <ChannelLimitsDialog channel={channel} onClose={close} />
        </Suspense>
      )}
      {dialog === 'retention' && (
        <Suspense fallback={null}>
          <RetentionDialog server={server} channel={channel} onClose={close} />
        </Suspense>
      )}
      {dialog === 'radio' && (
        <Suspense fallback={null}>
          <RadioSettingsPart channel={channel} onClose={close} />
        </Suspense>
      )}
      {dialog === 'readers' && (
        <Suspense fallback={null}>
          <ChannelReadersDialog channel={channel} onClose={close} />
        </Suspense>
      )}
      {dialog === 'export' && (
        <Suspense fallback={null}>
          <ExportsDialog server={server} channel={channel} onClose={close} />
        </Suspense>
      )}
      <ConfirmDialog
        open={dialog === 'delete'}
        title={title(name)}
        text={text}
        confirm={action}
        pending={removal.isPending && pending}
        error={removal.error ? failureMessageOf(removal.error) : undefined}
        onConfirm={() => removal.mutate(undefined, { onSuccess: close })}
        onCancel={close}
      />
    </>
  );
}
