import '../../../ui/action.css';
import { may, type MessageView } from '@oniverse/contracts';
import { useRef } from 'react';
import { Avatar } from '../../../ui/avatar.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Failure } from '../../../ui/failure.js';
import { memberName } from '../../../ui/member-name.js';
import { MemberNames } from '../../../ui/member-names.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { MemberLink } from '../../people/member-card/index.js';
import { FoldedMessages } from './folded-messages.js';
import { jumpToMessage } from './jumps.store.js';
import { MessageBody } from './message-body.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import { usePinning } from './pins.queries.js';
import { PIN_TEXTS as TEXTS } from './pins.texts.js';
import type { Viewer } from './talk-context.js';
import { useListedMessages } from './use-listed-messages.js';

interface PinProps {
  message: MessageView;
  me: Viewer;
  onJump: () => void;
}

function UnpinButton({ message, name }: { message: MessageView; name: string }) {
  const { mutate, isPending } = usePinning(message);
  return (
    <Button
      small
      aria-label={TEXTS.unpinOf(name)}
      pending={isPending && TEXTS.unpinning}
      onClick={() => mutate(false)}
    >
      {TEXTS.unpin}
    </Button>
  );
}

function Pin({ message, me, onJump }: PinProps) {
  const { author, createdAt, editedAt } = message;
  const name = author?.username ?? MESSAGE_TEXTS.departedMember;
  return (
    <>
      <div className="pin__top">
        {author ? (
          <MemberLink username={author.username} className="pin__author">
            <Avatar name={memberName(author)} src={author.profileImageUrl} size="s" />
            <MemberNames member={author} />
          </MemberLink>
        ) : (
          <span className="pin__author faint italic">{name}</span>
        )}
        <span className="small faint">
          <RelativeTime at={createdAt} />
        </span>
      </div>
      <div className="pin__text message__content">
        <MessageBody {...message} me={me.username} isEdited={editedAt !== null} />
      </div>
      <div className="pin__actions">
        <Button small aria-label={TEXTS.jumpTo(name)} onClick={onJump}>
          {TEXTS.jump}
        </Button>
        {may(me.standing, 'pinMessages') && <UnpinButton message={message} name={name} />}
      </div>
    </>
  );
}

interface PinsDialogProps {
  channelId: string;
  pins: { data: readonly MessageView[] | undefined; isError: boolean; refetch: () => unknown };
  me: Viewer;
  onClose: () => void;
}

/** The pinned messages of a channel or thread. Those of hidden members are folded, as in the conversation. */
export default function PinsDialog({ channelId, pins, me, onClose }: PinsDialogProps) {
  const { data, isError, refetch } = pins;
  const { messages: shown, isFolded, unfold } = useListedMessages(data);
  /** The message that the reader asked to see. */
  const target = useRef<number>(undefined);
  const jumpTo = (seq: number) => {
    target.current = seq;
    onClose();
  };
  return (
    <Dialog
      title={TEXTS.title}
      onClose={onClose}
      onClosed={() => {
        if (target.current !== undefined) jumpToMessage(channelId, target.current);
      }}
    >
      {isError && !data && <Failure text={TEXTS.failed} onRetry={() => void refetch()} />}
      {!isError && !shown && <SkeletonLines text={TEXTS.loading} count={2} />}
      {shown?.length === 0 && (
        <p className="faint">{may(me.standing, 'pinMessages') ? TEXTS.emptyForStaff : TEXTS.empty}</p>
      )}
      {shown && shown.length > 0 && (
        <ul aria-label={TEXTS.title}>
          {shown.map((message) => (
            <li key={message.id} className="pin">
              {isFolded(message) ? (
                <FoldedMessages count={1} onShow={() => unfold(message.id)} />
              ) : (
                <Pin message={message} me={me} onJump={() => jumpTo(message.seq)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
