import { RULES, type ServerView, STAFF_ROLES } from '@oniverse/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { serverMessageOf } from '../../api/http.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { MENU_ICONS } from '../../ui/menu-icons.js';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.js';
import { useLeave } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { InviteDialog } from './invite-dialog.js';
import { KeysDialog } from './keys-dialog.js';
import { MembersDialog } from './members-dialog.js';
import { NamingDialog } from './naming-dialog.js';
import { pageOf } from './server-page.js';
import { useDeleteServer, useSaveChannel, useUpdateServer } from './servers.mutations.js';

const { manage: TEXTS, channel: CHANNEL } = DIMENSIONS_TEXTS;

type Asked = 'invite' | 'channel' | 'edit' | 'members' | 'keys' | 'delete' | 'leave';

/** Whether somebody keeps order in a server. */
export const isStaffOf = ({ membership }: ServerView): boolean =>
  STAFF_ROLES.some((role) => role === membership?.role);

function DeleteQuestion({ server, onClose }: { server: ServerView; onClose: () => void }) {
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
      error={error ? (serverMessageOf(error) ?? DIMENSIONS_TEXTS.unreachable) : undefined}
      onConfirm={() =>
        mutate(undefined, { onSuccess: () => void navigate({ to: pageOf(server).path, replace: true }) })
      }
      onCancel={onClose}
    />
  );
}

function LeaveQuestion({ server, onClose }: { server: ServerView; onClose: () => void }) {
  const navigate = useNavigate();
  const { path } = pageOf(server);
  const { mutate: leave, isPending } = useLeave(server.id, () => void navigate({ to: path, replace: true }));
  const { title, text, action } = TEXTS.leaving;
  return (
    <ConfirmDialog
      open
      title={title(server.name)}
      text={text}
      confirm={action}
      pending={isPending && DIMENSIONS_TEXTS.room.leaving}
      onConfirm={() => leave(undefined, { onError: onClose })}
      onCancel={onClose}
    />
  );
}

interface ServerMenuProps {
  server: ServerView;
  me: string;
  onShowMember: (userId: string, username: string) => void;
}

/** What one may do with a server, by what one is in it. */
export function ServerMenu({ server, me, onShowMember }: ServerMenuProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const update = useUpdateServer(server.id);
  const make = useSaveChannel(server.id);
  const isStaff = isStaffOf(server);
  const isOwner = server.membership?.role === 'owner';
  const close = () => setAsked(null);
  return (
    <>
      <Menu button={<IconButton small icon="settings" name={TEXTS.name(server.name)} />}>
        {isStaff && (
          <>
            <MenuItem icon={MENU_ICONS.link} onSelect={() => setAsked('invite')}>
              {TEXTS.invite}
            </MenuItem>
            <MenuItem icon="plus" onSelect={() => setAsked('channel')}>
              {TEXTS.newChannel}
            </MenuItem>
          </>
        )}
        {isOwner && (
          <MenuItem icon="edit" onSelect={() => setAsked('edit')}>
            {TEXTS.edit}
          </MenuItem>
        )}
        <MenuItem icon="user" onSelect={() => setAsked('members')}>
          {TEXTS.members}
        </MenuItem>
        <MenuItem icon={MENU_ICONS.keys} onSelect={() => setAsked('keys')}>
          {TEXTS.keys}
        </MenuItem>
        {isOwner && (
          <>
            <MenuLine />
            <MenuItem danger icon="delete" onSelect={() => setAsked('delete')}>
              {TEXTS.remove}
            </MenuItem>
          </>
        )}
        {server.membership && !isOwner && !server.isPublic && (
          <>
            <MenuLine />
            <MenuItem danger icon="logout" onSelect={() => setAsked('leave')}>
              {TEXTS.leave}
            </MenuItem>
          </>
        )}
      </Menu>
      {asked === 'invite' && <InviteDialog serverId={server.id} serverName={server.name} onClose={close} />}
      {asked === 'channel' && (
        <NamingDialog
          title={CHANNEL.newTitle}
          action={CHANNEL.create}
          rules={RULES.channel}
          onSave={make.mutateAsync}
          onClose={close}
        />
      )}
      {asked === 'edit' && (
        <NamingDialog
          title={TEXTS.editTitle}
          action={TEXTS.save}
          rules={RULES.server}
          held={server}
          onSave={update.mutateAsync}
          onClose={close}
        />
      )}
      <MembersDialog
        serverId={server.id}
        me={me}
        open={asked === 'members'}
        onClose={close}
        onShow={(userId, username) => {
          close();
          onShowMember(userId, username);
        }}
      />
      <KeysDialog open={asked === 'keys'} onClose={close} />
      {asked === 'delete' && <DeleteQuestion server={server} onClose={close} />}
      {asked === 'leave' && <LeaveQuestion server={server} onClose={close} />}
    </>
  );
}
