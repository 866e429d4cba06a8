import {
  addReaction,
  REACTIONS,
  type MessageView,
  type ReactionView,
  type ReactorView,
  removeReaction,
} from '@oniverse/contracts';
import { create } from 'zustand';
import { send } from '../../../api/calls.js';
import { showFailure } from '../../../ui/show-failure.js';
import { applyToChannel } from './log.store.js';
import { MESSAGE_TEXTS } from '../messages/messages.texts.js';

/** Forms with and without a variation selector are the same emoji. */
const bare = (emoji: string): string => emoji.replaceAll('\u{FE0F}', '');
const isSameEmoji = (a: string, b: string): boolean => bare(a) === bare(b);

/** A reaction that the reader asked to add or remove, until the server answers. */
interface PendingReaction {
  messageId: string;
  emoji: string;
  isMine: boolean;
}

export const usePendingReactions = create<{ pending: readonly PendingReaction[] }>(() => ({ pending: [] }));

const isFor =
  (messageId: string, emoji: string) =>
  (change: PendingReaction): boolean =>
    change.messageId === messageId && isSameEmoji(change.emoji, emoji);

const findPending = (messageId: string, emoji: string): PendingReaction | undefined =>
  usePendingReactions.getState().pending.find(isFor(messageId, emoji));

const setPending = (messageId: string, emoji: string, isMine?: boolean) =>
  usePendingReactions.setState(({ pending }) => {
    const others = pending.filter((change) => !isFor(messageId, emoji)(change));
    return { pending: isMine === undefined ? others : [...others, { messageId, emoji, isMine }] };
  });

/** Adds or removes the reader's reaction at once, and takes it back if the server refuses. */
export async function react(message: MessageView, emoji: string, isMine: boolean): Promise<void> {
  const { id, channelId } = message;
  const isRunning = findPending(id, emoji) !== undefined;
  setPending(id, emoji, isMine);
  if (isRunning) return;
  try {
    let sent: boolean;
    do {
      sent = findPending(id, emoji)?.isMine ?? isMine;
      const changed = await send(sent ? addReaction : removeReaction, { id, emoji });
      applyToChannel(channelId, { type: 'edited', message: changed });
      // The reader changed their mind while the request ran.
    } while (findPending(id, emoji)?.isMine !== sent);
  } catch (error) {
    showFailure(MESSAGE_TEXTS.reactions.failed, error);
  }
  setPending(id, emoji);
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
  pending: readonly PendingReaction[];
  isHidden: (userId: string) => boolean;
}

/** Returns the reactions to a message as the reader sees them, in the order of their first use. */
export function shownReactions(
  { id, reactions = [] }: MessageView,
  { me, own, pending, isHidden }: Reader,
): ShownReaction[] {
  const isMe = ({ userId }: ReactorView) => userId === me.userId;
  // Those who are named are up to date.
  const isOwn = ({ emoji, first, count }: ReactionView) =>
    first.some(isMe) || (count > first.length && own.includes(emoji));
  const changes = pending.filter(({ messageId }) => messageId === id);
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
