import './messages.css';
import './pins.css';
import { may, mayWriteIn, type MessageView } from '@oniverse/contracts';
import { memo, useEffect, useRef } from 'react';
import { Avatar } from '../../../ui/avatar.js';
import { formatFullMoment } from '../../../ui/dates.js';
import { memberName } from '../../../ui/member-name.js';
import { useMemberCard } from '../../people/member-card/index.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import type { HiddenById } from '../../safety/safety/index.js';
import { LinkPlates } from './link-plate.js';
import { MessageActions } from './message-actions.js';
import { MessageBody } from './message-body.js';
import { MessageEdit } from './message-edit.js';
import { MessageQuote } from './message-quote.js';
import { MessageReactions } from './message-reactions.js';
import { formatTime } from './message-rows.js';
import { beginEdit, useChanges, useMessageChange } from './messages.changes.js';
import { beginReply, type SendOperation } from '../log/index.js';
import { OperationFailure } from './operation-failure.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import { PIN_TEXTS } from './pins.texts.js';
import type { ThreadParts, Viewer } from './talk-context.js';

const classes = (...names: (string | false)[]) => names.filter(Boolean).join(' ');

export function Time({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatFullMoment(new Date(iso))}>
      {formatTime(iso)}
    </time>
  );
}

interface AuthorNameProps {
  /** With its `@`. */
  name: string;
  continues: boolean;
  isMine: boolean;
  onShow?: () => void;
}

/** The author's picture on the spine; a hollow dot for a deleted message or an erased account. */
export function AuthorMark({ author }: { author: MessageView['author'] }) {
  return author ? (
    <Avatar name={memberName(author)} src={author.profileImageUrl} size="s" />
  ) : (
    <span className="message__dot" />
  );
}

/** The author's handle, which opens their profile. In a continued group it is only for screen readers. */
export function AuthorName({ name, continues, isMine, onShow }: AuthorNameProps) {
  if (continues || !onShow) {
    return (
      <span className="message__author" title={name}>
        {continues ? <span className="vh">{name}</span> : name}
      </span>
    );
  }
  return (
    <span className="message__author">
      <AuthorButton name={name} isMine={isMine} onShow={onShow} />
    </span>
  );
}

/** Enter opens the dialog, which also has what staff may do; hovering opens the card. */
function AuthorButton({ name, isMine, onShow }: Required<Omit<AuthorNameProps, 'continues'>>) {
  const { events, card } = useMemberCard(isMine ? null : name.slice(1), { opensOnEnter: false });
  return (
    <>
      <button type="button" title={name} aria-haspopup="dialog" {...events} onClick={onShow}>
        {name}
      </button>
      {card}
    </>
  );
}

interface MessageRowProps {
  message: MessageView;
  me: Viewer;
  continues: boolean;
  isNew: boolean;
  isTarget: boolean;
  isQuoteFolded: boolean;
  /** Members whose reactions are left out. */
  hidden: HiddenById | undefined;
  /** Absent in a thread. */
  threads?: ThreadParts | undefined;
  /** Above the replies to a message, which has its menu and its edit field in the channel. */
  isAboveThread?: boolean;
  /** The jump that led here, for a moment. */
  jump: object | undefined;
  /** Without it, the quote leads nowhere. */
  onJump?: (seq: number) => void;
  onShowMember: (userId: string, username: string) => void;
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, me, continues, isNew, isTarget, isQuoteFolded, hidden, threads, jump } = props;
  const { isAboveThread = false, onJump, onShowMember } = props;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (jump) row.current?.focus({ preventScroll: true });
  }, [jump]);
  const { author, userId } = message;
  const mayWrite = mayWriteIn(me.standing, me);
  const mayReact = may(me.standing, 'reactToMessages');
  const edit = useChanges((state) =>
    state.edit?.message.id === message.id && !isAboveThread && mayWrite ? state.edit : null,
  );
  const change = useMessageChange(message.id);
  const isChanging = change !== undefined && change.state !== 'refused';
  const isDeleted = message.deletedAt !== null;
  const replyTo = isDeleted ? undefined : message.replyTo;
  /** The card has all that the text says. */
  const isCard = message.thread?.game !== undefined;
  const isMine = userId === me.id;
  const name = author ? `@${author.username}` : MESSAGE_TEXTS.departedMember;
  return (
    <div
      ref={row}
      tabIndex={-1}
      className={classes(
        'message',
        continues && 'is-same',
        isMine && 'is-me',
        isChanging && 'is-sending',
        isNew && 'is-live',
        isTarget && 'is-named',
        Boolean(jump) && 'is-found',
        Boolean(replyTo) && 'has-reply',
        !author && 'is-gone',
      )}
      data-user-id={userId ?? undefined}
      data-id={message.id}
      data-seq={message.seq}
    >
      {!continues && <AuthorMark author={isDeleted ? null : author} />}
      <Time iso={message.createdAt} />
      <AuthorName
        name={name}
        continues={continues}
        isMine={isMine}
        {...(userId !== null && author && { onShow: () => onShowMember(userId, author.username) })}
      />
      {replyTo && <MessageQuote quote={replyTo} me={me.id} isFolded={isQuoteFolded} onJump={onJump} />}
      <div className="message__content">
        {isDeleted && <p className="faint italic">{MESSAGE_TEXTS.deleted}</p>}
        {!isDeleted && !isCard && (
          <MessageBody {...message} me={me.username} isEdited={message.editedAt !== null}>
            {edit && <MessageEdit edit={edit} me={me.id} />}
          </MessageBody>
        )}
        {!isDeleted && me.showsLinkPreviews && message.links && <LinkPlates links={message.links} />}
        {isChanging && <span className="vh">{MESSAGE_TEXTS.saving}</span>}
        {change && !edit && <OperationFailure operation={change} onEdit={() => beginEdit(message)} />}
        {!isDeleted && message.pinnedAt !== undefined && (
          <p className="message__pinned tiny">
            {MENU_ICONS.pin}
            {PIN_TEXTS.pinned}
          </p>
        )}
        {!isDeleted && <MessageReactions message={message} me={me} mayReact={mayReact} hidden={hidden} />}
        {threads?.summaryOf(message)}
      </div>
      {!isDeleted && !edit && !isAboveThread && (
        <MessageActions
          message={message}
          me={me.id}
          isMine={isMine}
          isInConversation={me.isInConversation === true}
          mayAskForPreviews={me.isInConversation === true && me.showsLinkPreviews === true && mayReact}
          mayReact={mayReact}
          mayRemind={may(me.standing, 'followMessages')}
          mayEdit={isMine && mayWrite && !message.event && !message.thread?.game}
          mayDelete={!message.event && may(me.standing, isMine ? 'deleteOwnMessages' : 'deleteMessages')}
          maySeeVersions={isMine || may(me.standing, 'deleteMessages')}
          mayPin={may(me.standing, 'pinMessages')}
          onReply={mayWrite ? () => beginReply(me.id, message) : undefined}
          onThread={mayWrite && threads ? () => threads.onOpen(message) : undefined}
        />
      )}
    </div>
  );
});

interface PendingRowProps {
  entry: SendOperation;
  me: Viewer;
  continues: boolean;
}

/** A pending message: dimmed while it is sent; red, with Retry and Discard, after a refusal. */
export const PendingRow = memo(function PendingRow({ entry, me, continues }: PendingRowProps) {
  const { problem } = entry;
  const isSending = !problem && entry.state !== 'stored';
  return (
    <div
      className={classes(
        'message is-me',
        continues && 'is-same',
        isSending && 'is-sending',
        Boolean(problem) && 'is-failed',
        Boolean(entry.replyTo) && 'has-reply',
      )}
      data-user-id={entry.userId}
      data-nonce={entry.id}
    >
      {!continues && <AuthorMark author={me} />}
      <Time iso={entry.at} />
      <AuthorName name={`@${me.username}`} continues={continues} isMine />
      {entry.replyTo && <MessageQuote quote={entry.replyTo} me={me.id} />}
      <div className="message__content">
        <MessageBody {...entry} me={me.username} />
        {isSending && <span className="vh">{MESSAGE_TEXTS.sending}</span>}
        <OperationFailure operation={entry} />
      </div>
    </div>
  );
});
