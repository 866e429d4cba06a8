import { CHANNEL_RULES, may, type ServerView } from '@oniverse/contracts';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { IconButton } from '../../../ui/icon-button.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.js';
import { ServerAttentionItems } from '../attention/index.js';
import { Select } from '../../../ui/select.js';
import { ReportMenuItem } from '../../safety/reports/index.js';
import { CHANNEL_READERS_TEXTS } from './channel-readers.texts.js';
import { useLeave } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { EXPORT_TEXTS } from './exports.texts.js';
import { EditServerDialog } from './edit-server-dialog.js';
import { InviteDialog } from './invite-dialog.js';
import { KeysDialog } from './keys-dialog.js';
import { MembersDialog } from './members-dialog.js';
import { NamingDialog } from './naming-dialog.js';
import { RETENTION_TEXTS } from './retention.texts.js';
import { catalogueOf, standingOf } from './server-facts.js';
import { useDeleteServer, useSaveChannel } from './servers.mutations.js';

const { manage: TEXTS, channel: CHANNEL } = DIMENSIONS_TEXTS;

const ChannelOrderDialog = lazyPart(() => import('./channel-order-dialog.js'));
const BansDialog = lazyPart(() => import('./bans-dialog.js'));
const FiltersDialog = lazyPart(() => import('./filters-dialog.js'));
const GroupsDialog = lazyPart(() => import('./groups-dialog.js'));
const RetentionDialog = lazyPart(() => import('./retention-dialog.js'));
const QuestionsDialog = lazyPart(() => import('./questions-dialog.js'));
const ExportsDialog = lazyPart(() => import('./exports-dialog.js'));
const ModerationDialog = lazyPart(() => import('./moderation-dialog.js'));

type OpenDialog =
  | 'invite'
  | 'moderation'
  | 'bans'
  | 'filters'
  | 'questions'
  | 'groups'
  | 'exports'
  | 'channel'
  | 'order'
  | 'edit'
  | 'retention'
  | 'members'
  | 'keys'
  | 'delete'
  | 'leave';

function DeleteServerDialog({ server, onClose }: { server: ServerView; onClose: () => void }) {
  const { mutate, isPending, error } = useDeleteServer(server.id);
  const navigate = useNavigate();
  const { title, text, action, pending } = TEXTS.deletion;
  return (
    <ConfirmDialog
      open
      title={title(server.name)}
      text={text}
      confirm={action}
      pending={isPending && pending}
      error={error ? failureMessageOf(error) : undefined}
      onConfirm={() =>
        mutate(undefined, { onSuccess: () => void navigate({ to: catalogueOf(server).path, replace: true }) })
      }
      onCancel={onClose}
    />
  );
}

function LeaveServerDialog({ server, onClose }: { server: ServerView; onClose: () => void }) {
  const navigate = useNavigate();
  const { path } = catalogueOf(server);
  const { mutate: leave, isPending } = useLeave(server.id, () => void navigate({ to: path, replace: true }));
  const { title, text, action } = TEXTS.leaving;
  return (
    <ConfirmDialog
      open
      title={title(server.name)}
      text={text}
      confirm={action}
      pending={isPending && DIMENSIONS_TEXTS.server.leaving}
      onConfirm={() => leave(undefined, { onError: onClose })}
      onCancel={onClose}
    />
  );
}

interface ServerMenuProps {
  server: ServerView;
  me: string;
  onShowMember: (userId: string, username: string) => void;
  /** Called when a new channel is opened. */
  onChoose?: (() => void) | undefined;
}

export function ServerMenu({ server, me, onShowMember, onChoose }: ServerMenuProps) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const createChannel = useSaveChannel(server.id);
  const standing = standingOf(server);
  const [readers, setReaders] = useState<'everyone' | 'named'>('everyone');
  const close = () => {
    setDialog(null);
    setReaders('everyone');
  };
  return (
    <>
      <Menu button={<IconButton small icon="settings" name={TEXTS.name(server.name)} />}>
        {may(standing, 'manageInvites') && (
          <MenuItem icon={MENU_ICONS.link} onSelect={() => setDialog('invite')}>
            {TEXTS.invite}
          </MenuItem>
        )}
        {may(standing, 'manageChannels') && (
          <>
            <MenuItem icon="plus" onSelect={() => setDialog('channel')}>
              {TEXTS.newChannel}
            </MenuItem>
            <MenuItem icon="menu" onSelect={() => setDialog('order')}>
              {TEXTS.channelOrder}
            </MenuItem>
          </>
        )}
        {may(standing, 'updateServer') && (
          <>
            <MenuItem icon="edit" onSelect={() => setDialog('edit')}>
              {TEXTS.edit}
            </MenuItem>
            <MenuItem icon={MENU_ICONS.versions} onSelect={() => setDialog('retention')}>
              {RETENTION_TEXTS.action}
            </MenuItem>
          </>
        )}
        <MenuItem icon="user" onSelect={() => setDialog('members')}>
          {TEXTS.members}
        </MenuItem>
        {may(standing, 'manageGroups') && (
          <MenuItem icon={MENU_ICONS.group} onSelect={() => setDialog('groups')}>
            {TEXTS.groups}
          </MenuItem>
        )}
        {may(standing, 'handleReports') && (
          <MenuItem icon={MENU_ICONS.report} onSelect={() => setDialog('moderation')}>
            {TEXTS.moderation}
          </MenuItem>
        )}
        {may(standing, 'manageBans') && (
          <MenuItem icon="hide" onSelect={() => setDialog('bans')}>
            {TEXTS.bans}
          </MenuItem>
        )}
        {may(standing, 'manageFilters') && (
          <MenuItem icon="private" onSelect={() => setDialog('filters')}>
            {TEXTS.filters}
          </MenuItem>
        )}
        {server.isPublic && may(standing, 'manageApplications') && (
          <MenuItem icon={MENU_ICONS.question} onSelect={() => setDialog('questions')}>
            {TEXTS.questions}
          </MenuItem>
        )}
        {may(standing, 'followMessages') && (
          <MenuItem icon="download" onSelect={() => setDialog('exports')}>
            {EXPORT_TEXTS.action}
          </MenuItem>
        )}
        <MenuItem icon={MENU_ICONS.keys} onSelect={() => setDialog('keys')}>
          {TEXTS.keys}
        </MenuItem>
        {server.membership && <ServerAttentionItems server={server} />}
        {!may(standing, 'deleteServer') && (
          <ReportMenuItem thing={{ kind: 'dimension', subjectId: server.id, name: TEXTS.thisDimension }} />
        )}
        {may(standing, 'deleteServer') && (
          <>
            <MenuSeparator />
            <MenuItem danger icon="delete" onSelect={() => setDialog('delete')}>
              {TEXTS.remove}
            </MenuItem>
          </>
        )}
        {server.membership && !server.isPublic && may(standing, 'leaveServer') && (
          <>
            <MenuSeparator />
            <MenuItem danger icon="logout" onSelect={() => setDialog('leave')}>
              {TEXTS.leave}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'invite' && <InviteDialog serverId={server.id} serverName={server.name} onClose={close} />}
      {dialog === 'moderation' && (
        <Suspense fallback={null}>
          <ModerationDialog server={server} onClose={close} />
        </Suspense>
      )}
      {dialog === 'bans' && (
        <Suspense fallback={null}>
          <BansDialog serverId={server.id} onClose={close} />
        </Suspense>
      )}
      {dialog === 'groups' && (
        <Suspense fallback={null}>
          <GroupsDialog server={server} onClose={close} />
        </Suspense>
      )}
      {dialog === 'filters' && (
        <Suspense fallback={null}>
          <FiltersDialog serverId={server.id} onClose={close} />
        </Suspense>
      )}
      {dialog === 'questions' && (
        <Suspense fallback={null}>
          <QuestionsDialog server={server} onClose={close} />
        </Suspense>
      )}
      {dialog === 'exports' && (
        <Suspense fallback={null}>
          <ExportsDialog server={server} onClose={close} />
        </Suspense>
      )}
      {dialog === 'retention' && (
        <Suspense fallback={null}>
          <RetentionDialog server={server} channel={null} onClose={close} />
        </Suspense>
      )}
      {dialog === 'order' && (
        <Suspense fallback={null}>
          <ChannelOrderDialog serverId={server.id} onClose={close} />
        </Suspense>
      )}
      {dialog === 'channel' && (
        <NamingDialog
          thing={`channel-of:${server.id}`}
          title={CHANNEL.newTitle}
          action={CHANNEL.create}
          rules={CHANNEL_RULES}
          onSave={async (named) => {
            const { id } = await createChannel.mutateAsync({ ...named, isPrivate: readers === 'named' });
            onChoose?.();
            await navigate({ to: catalogueOf(server).path, search: { server: server.id, channel: id } });
          }}
          onClose={close}
        >
          <Select
            label={CHANNEL_READERS_TEXTS.readers}
            options={CHANNEL_READERS_TEXTS.readersOptions}
            value={readers}
            onChange={setReaders}
          />
        </NamingDialog>
      )}
      {dialog === 'edit' && <EditServerDialog server={server} onClose={close} />}
      <MembersDialog
        serverId={server.id}
        me={me}
        open={dialog === 'members'}
        onClose={close}
        onShow={(userId, username) => {
          close();
          onShowMember(userId, username);
        }}
      />
      <KeysDialog open={dialog === 'keys'} onClose={close} />
      {dialog === 'delete' && <DeleteServerDialog server={server} onClose={close} />}
      {dialog === 'leave' && <LeaveServerDialog server={server} onClose={close} />}
    </>
  );
}
