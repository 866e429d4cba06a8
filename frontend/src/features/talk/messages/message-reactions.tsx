import '../../../ui/emoji.css';
import './message-reactions.css';
import type { MessageView } from '@oniverse/contracts';
import { useState } from 'react';
import { useShallow } from 'zustand/shallow';
import { Avatar } from '../../../ui/avatar.js';
import { memberName } from '../../../ui/member-name.js';
import { Tooltip, Tooltips } from '../../../ui/tooltip.js';
import { EmojiButton } from '../emoji/index.js';
import type { HiddenById } from '../../safety/safety/index.js';
import { type ReactOperation, type ShownReaction, shownReactions, useLog } from '../log/index.js';
import { react } from './messages.changes.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import type { Viewer } from './talk-context.js';

const { reactions: TEXTS } = MESSAGE_TEXTS;
const NONE: readonly string[] = [];

/** Who reacted with an emoji, as far as they are named. */
function Who({ reaction: { emoji, first, count } }: { reaction: ShownReaction }) {
  const others = count - first.length;
  return (
    <>
      <span className="emoji">{emoji}</span>
      <span className="reactions__who">
        {first.map(({ userId, author }) => (
          <Avatar key={userId} name={memberName(author)} src={author.profileImageUrl} size="s" />
        ))}
      </span>
      {others > 0 && <span className="tiny">{TEXTS.others(others)}</span>}
    </>
  );
}

interface ReactionProps {
  reaction: ShownReaction;
  /** Absent if the reader may not react. */
  onToggle: (() => void) | undefined;
}

function Reaction({ reaction, onToggle }: ReactionProps) {
  const { emoji, first, count, isMine } = reaction;
  const names = TEXTS.names(
    first.map(({ author }) => author.username),
    count - first.length,
  );
  const label = TEXTS.reacted(names, emoji);
  return (
    <Tooltip text={names}>
      {onToggle ? (
        <button
          type="button"
          className="reactions__pill"
          aria-pressed={isMine}
          aria-label={label}
          onClick={onToggle}
        >
          <Who reaction={reaction} />
        </button>
      ) : (
        <span className={isMine ? 'reactions__pill is-mine' : 'reactions__pill'}>
          <span className="reactions__inner" aria-hidden="true">
            <Who reaction={reaction} />
          </span>
          <span className="vh">{label}</span>
        </span>
      )}
    </Tooltip>
  );
}

interface MessageReactionsProps {
  message: MessageView;
  me: Viewer;
  mayReact: boolean;
  hidden: HiddenById | undefined;
}

/** The reactions to a message, in the order of their first use. A click adds or removes the reader's own. */
export function MessageReactions({ message, me, mayReact, hidden }: MessageReactionsProps) {
  const own = useLog(({ channels }) => channels[message.channelId]?.own[message.seq]?.emojis ?? NONE);
  const changes = useLog(
    useShallow(({ operations }) =>
      operations.filter(
        (operation): operation is ReactOperation =>
          operation.kind === 'react' && operation.messageId === message.id,
      ),
    ),
  );
  const [isPicking, setPicking] = useState(false);
  const reactions = shownReactions(message, {
    me: { userId: me.id, author: me },
    own,
    changes,
    isHidden: (userId) => hidden?.has(userId) ?? false,
  });
  if (reactions.length === 0) return null;
  return (
    <Tooltips>
      <ul className="reactions" aria-label={TEXTS.list}>
        {reactions.map((reaction) => (
          <li key={reaction.emoji}>
            <Reaction
              reaction={reaction}
              onToggle={mayReact ? () => react(message, me.id, reaction.emoji, !reaction.isMine) : undefined}
            />
          </li>
        ))}
        {mayReact && (
          <li>
            <EmojiButton
              className="btn--icon reactions__add"
              name={TEXTS.add}
              isOpen={isPicking}
              onOpenChange={setPicking}
              userId={me.id}
              onPick={(emoji) => react(message, me.id, emoji, true)}
            />
          </li>
        )}
      </ul>
    </Tooltips>
  );
}
