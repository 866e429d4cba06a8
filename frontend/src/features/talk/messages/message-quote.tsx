import { messagePlainText, type Quote } from '@oniverse/contracts';
import { SAFETY_TEXTS } from '../../safety/safety/index.js';
import { messageText } from '../log/index.js';
import { MESSAGE_TEXTS } from './messages.texts.js';

/** Returns a quote as one line of plain text. */
export const quoteText = ({ content, isDeleted }: Quote): string =>
  isDeleted ? MESSAGE_TEXTS.deleted : messagePlainText(messageText(content));

export const quotedName = ({ username }: Quote): string => username ?? MESSAGE_TEXTS.departedMember;

interface MessageQuoteProps {
  quote: Quote;
  /** The reader's id. */
  me: string;
  /** The reader hides the author. */
  isFolded?: boolean;
  /** Without it, as in a pending message, the quote leads nowhere. */
  onJump?: ((seq: number) => void) | undefined;
}

/** The message that a message answers, at the end of a line from the timeline (CSS). It leads to that message. */
export function MessageQuote({ quote, me, isFolded = false, onJump }: MessageQuoteProps) {
  const { seq, userId } = quote;
  const line = (
    <>
      <span className="vh">{MESSAGE_TEXTS.replyTo}</span>
      <bdi className={userId === me ? 'message__reply-name is-me' : 'message__reply-name'}>
        {quotedName(quote)}
      </bdi>
      <span className="vh">:</span>
      <span
        className={quote.isDeleted || isFolded ? 'message__reply-text italic' : 'message__reply-text'}
        dir="auto"
      >
        {isFolded ? SAFETY_TEXTS.folded.count(1) : quoteText(quote)}
      </span>
    </>
  );
  return (
    <div className="message__reply">
      {onJump ? (
        <button type="button" onClick={() => onJump(seq)}>
          {line}
        </button>
      ) : (
        <span>{line}</span>
      )}
    </div>
  );
}
