import type { MessageView, OwnReactions } from '@oniverse/contracts';

/** The reader's own reactions to a message, at a revision of the channel. */
export type KnownOwn = Pick<OwnReactions, 'rev' | 'emojis'>;
/** By the `seq` of the message. */
export type OwnBySeq = Readonly<Record<number, KnownOwn>>;

/** Returns what a message says of the reader's own reactions. Live events say nothing, but show which are gone. */
function learnFrom({ rev, reactions = [] }: MessageView, known: KnownOwn | undefined): KnownOwn | undefined {
  if (known && rev < known.rev) return known;
  if (reactions.some(({ isMine }) => isMine !== undefined)) {
    return { rev, emojis: reactions.filter(({ isMine }) => isMine).map(({ emoji }) => emoji) };
  }
  const isLeft = (emoji: string) => reactions.some((reaction) => reaction.emoji === emoji);
  return known && !known.emojis.every(isLeft) ? { ...known, emojis: known.emojis.filter(isLeft) } : known;
}

/** Returns the reader's own reactions after messages arrived; the same object if nothing changes. */
export function learnOwnReactions(own: OwnBySeq, messages: readonly MessageView[]): OwnBySeq {
  const learned = messages.flatMap((message) => {
    const next = learnFrom(message, own[message.seq]);
    return next && next !== own[message.seq] ? [[message.seq, next] as const] : [];
  });
  return learned.length === 0 ? own : { ...own, ...Object.fromEntries(learned) };
}
