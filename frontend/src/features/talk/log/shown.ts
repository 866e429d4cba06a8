import {
  type MessageView,
  type Quote,
  REACTIONS,
  type ReactionView,
  type ReactorView,
} from '@oniverse/contracts';
import {
  type DeleteOperation,
  type EditOperation,
  isSameEmoji,
  type Operations,
  type ReactOperation,
} from './operations.js';
import { excerptOf } from './quotes.js';

/** The edit or deletion of a message that shows although it is not stored; a refused one shows with its reason instead. */
const changeOf = (operations: Operations, channelId: string, seq: number) =>
  operations.findLast(
    (operation): operation is EditOperation | DeleteOperation =>
      (operation.kind === 'edit' || operation.kind === 'delete') &&
      operation.talkId === channelId &&
      operation.seq === seq &&
      operation.state !== 'refused',
  );

type MessageChange = EditOperation | DeleteOperation;

function withChange(message: MessageView, change: MessageChange): MessageView {
  if (change.kind === 'edit') return { ...message, content: change.content, editedAt: change.at };
  const { reactions: _reactions, attachments: _attachments, ...others } = message;
  return { ...others, content: '', deletedAt: change.at };
}

const withQuotedChange = (quote: Quote, change: MessageChange): Quote =>
  change.kind === 'edit' && !quote.isDeleted
    ? { ...quote, content: excerptOf(change.content) }
    : { ...quote, content: '', isDeleted: true };

/** Returns a message as its reader asked for it: with their edit or deletion, and that of the message that it quotes. */
export function shownMessage(message: MessageView, operations: Operations): MessageView {
  const { channelId, seq, replyTo, deletedAt } = message;
  const change = deletedAt === null ? changeOf(operations, channelId, seq) : undefined;
  const quoted = replyTo && changeOf(operations, channelId, replyTo.seq);
  const changed = change ? withChange(message, change) : message;
  return replyTo && quoted ? { ...changed, replyTo: withQuotedChange(replyTo, quoted) } : changed;
}

/** Returns messages as their reader asked for them; the same list if there is nothing to change. */
export function shownMessages(
  messages: readonly MessageView[],
  operations: Operations,
): readonly MessageView[] {
  if (!operations.some(({ kind }) => kind === 'edit' || kind === 'delete')) return messages;
  return messages.map((message) => shownMessage(message, operations));
}

/** Returns the beginning of a message, as the server told it elsewhere, as its reader asked for it; null if it is deleted. */
export function shownExcerpt(
  operations: Operations,
  { channelId, seq, excerpt }: { channelId: string; seq: number; excerpt: string | null },
): string | null {
  const change = changeOf(operations, channelId, seq);
  if (!change || excerpt === null) return excerpt;
  return change.kind === 'edit' ? excerptOf(change.content) : null;
}

export interface ShownReaction extends ReactionView {
  isMine: boolean;
}

/** Returns a reaction without some of its members, or nothing if nobody is left. */
const without = (reaction: ShownReaction, isOut: (reactor: ReactorView) => boolean): ShownReaction[] => {
  const first = reaction.first.filter((reactor) => !isOut(reactor));
  const count = reaction.count - (reaction.first.length - first.length);
  return count > 0 ? [{ ...reaction, first, count }] : [];
};

interface Reader {
  me: ReactorView;
  /** The reader's own reactions to the message. */
  own: readonly string[];
  /** What the reader asked to add to it or to remove. */
  changes: readonly ReactOperation[];
  isHidden: (userId: string) => boolean;
}

/** Returns the reactions to a message as the reader sees them, in the order of their first use. */
export function shownReactions(
  { reactions = [] }: MessageView,
  { me, own, changes, isHidden }: Reader,
): ShownReaction[] {
  const isMe = ({ userId }: ReactorView) => userId === me.userId;
  // Those who are named are up to date.
  const isOwn = ({ emoji, first, count }: ReactionView) =>
    first.some(isMe) || (count > first.length && own.includes(emoji));
  const apply = (reaction: ShownReaction): ShownReaction[] => {
    const change = changes.find(({ emoji }) => isSameEmoji(emoji, reaction.emoji));
    if (!change || change.isMine === reaction.isMine) return [reaction];
    if (change.isMine) {
      const first = [...reaction.first, me].slice(0, REACTIONS.first);
      return [{ ...reaction, isMine: true, count: reaction.count + 1, first }];
    }
    // The reader may be one of those who are only counted.
    const rest = reaction.first.some(isMe) ? reaction : { ...reaction, count: reaction.count - 1 };
    return without({ ...rest, isMine: false }, isMe);
  };
  const added = changes.filter(
    ({ emoji, isMine }) => isMine && !reactions.some((reaction) => isSameEmoji(reaction.emoji, emoji)),
  );
  return [
    ...reactions
      .map((reaction) => ({ ...reaction, isMine: isOwn(reaction) }))
      .flatMap(apply)
      .flatMap((reaction) => without(reaction, ({ userId }) => isHidden(userId))),
    ...added.map(({ emoji }) => ({ emoji, count: 1, first: [me], isMine: true })),
  ];
}
