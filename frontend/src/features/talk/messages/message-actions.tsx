import { messageLinksOf, type MessageView } from '@oniverse/contracts';
import { useRef, useState } from 'react';
import { copyLink, copyText } from '../../../ui/copy-text.js';
import { IconButton } from '../../../ui/icon-button.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.js';
import { KeepMenuItem } from '../../writing/bookmarks/index.js';
import { EmojiButton } from '../emoji/index.js';
import { ReportMenuItem } from '../../safety/reports/index.js';
import { SafetyItems } from '../../safety/safety/index.js';
import { AskForPreviewsItem, RemovePreviewItems } from './link-plate.js';
import { askForReminder, showReactors, showVersions } from './message-dialogs.store.js';
import { beginEdit, react, requestDelete } from './messages.changes.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import { PinMenuItem } from './pin-menu-item.js';
import { focusComposer } from './use-composer.js';

const { actions: TEXTS } = MESSAGE_TEXTS;

function addressOf({ channelId, seq }: MessageView, isInConversation: boolean): string {
  const address = new URL(window.location.href);
  const { searchParams } = address;
  if (searchParams.get('thread') !== channelId) {
    if (!isInConversation) searchParams.set('channel', channelId);
    searchParams.delete('thread');
  }
  searchParams.delete('start');
  searchParams.set('message', String(seq));
  return address.href;
}

interface MessageActionsProps {
  message: MessageView;
  /** The reader's id. */
  me: string;
  isMine: boolean;
  isInConversation: boolean;
  mayAskForPreviews: boolean;
  mayReact: boolean;
  mayRemind: boolean;
  mayEdit: boolean;
  mayDelete: boolean;
  maySeeVersions: boolean;
  mayPin: boolean;
  /** Absent if the viewer may not write. */
  onReply: (() => void) | undefined;
  /** Absent in a thread, and as `onReply`. */
  onThread: (() => void) | undefined;
}

export function MessageActions(props: MessageActionsProps) {
  const { message, me, isMine, isInConversation, mayAskForPreviews, mayReact, mayRemind } = props;
  const { mayEdit, mayDelete, maySeeVersions, mayPin, onReply, onThread } = props;
  const { userId, author } = message;
  /** The chosen action takes the focus from the closing menu. */
  const takesFocus = useRef<() => void>(undefined);
  const [isPicking, setPicking] = useState(false);
  return (
    <div className="message__actions">
      {mayReact && (
        <EmojiButton
          className="btn--icon message__react"
          name={TEXTS.react}
          isOpen={isPicking}
          onOpenChange={setPicking}
          userId={me}
          onPick={(emoji) => react(message, me, emoji, true)}
        />
      )}
      <Menu
        onCloseAutoFocus={(event) => {
          if (!takesFocus.current) return;
          event.preventDefault();
          takesFocus.current();
          takesFocus.current = undefined;
        }}
        button={
          <IconButton
            small
            icon="more"
            name={TEXTS.name(message.author?.username ?? MESSAGE_TEXTS.departedMember)}
          />
        }
      >
        {mayReact && (
          // The closing menu restores the focus first; the picker takes it after that.
          <MenuItem icon={MENU_ICONS.react} onSelect={() => setTimeout(() => setPicking(true))}>
            {TEXTS.react}
          </MenuItem>
        )}
        {onReply && (
          <MenuItem
            icon={MENU_ICONS.reply}
            onSelect={() => {
              takesFocus.current = () => focusComposer(message.channelId);
              onReply();
            }}
          >
            {TEXTS.reply}
          </MenuItem>
        )}
        {onThread && (
          <MenuItem
            icon={MENU_ICONS.thread}
            onSelect={() => {
              takesFocus.current = onThread;
            }}
          >
            {TEXTS.replyInThread}
          </MenuItem>
        )}
        {message.reactions && message.reactions.length > 0 && (
          <MenuItem icon="user" onSelect={() => showReactors(message)}>
            {TEXTS.reactors}
          </MenuItem>
        )}
        {maySeeVersions && message.editedAt !== null && (
          <MenuItem icon={MENU_ICONS.versions} onSelect={() => showVersions(message)}>
            {TEXTS.versions}
          </MenuItem>
        )}
        {message.content !== '' && (
          <MenuItem
            icon={MENU_ICONS.copy}
            onSelect={() => void copyText(message.content, { title: TEXTS.textCopied })}
          >
            {TEXTS.copyText}
          </MenuItem>
        )}
        <MenuItem icon={MENU_ICONS.link} onSelect={() => void copyLink(addressOf(message, isInConversation))}>
          {TEXTS.copyLink}
        </MenuItem>
        <KeepMenuItem kind="message" subject={message.id} />
        {mayRemind && (
          <MenuItem icon={MENU_ICONS.clock} onSelect={() => askForReminder(message)}>
            {TEXTS.remind}
          </MenuItem>
        )}
        {mayPin && <PinMenuItem message={message} />}
        {mayEdit && (
          // The closing menu restores the focus first; the edit field takes it after that.
          <MenuItem icon="edit" onSelect={() => setTimeout(() => beginEdit(message))}>
            {TEXTS.edit}
          </MenuItem>
        )}
        {mayDelete && message.links && <RemovePreviewItems message={message} />}
        {mayAskForPreviews && !message.links && messageLinksOf(message.content).length > 0 && (
          <AskForPreviewsItem message={message} />
        )}
        {!isMine && userId !== null && author && (
          <>
            <MenuSeparator />
            <ReportMenuItem
              thing={{
                kind: 'message',
                subjectId: message.id,
                name: TEXTS.thisMessage,
                member: { id: userId, username: author.username },
              }}
            />
            <SafetyItems member={{ id: userId, username: author.username }} />
          </>
        )}
        {mayDelete && (
          <>
            <MenuSeparator />
            <MenuItem danger icon="delete" onSelect={() => requestDelete(message, me)}>
              {TEXTS.remove}
            </MenuItem>
          </>
        )}
      </Menu>
    </div>
  );
}
