import type { Quote } from '@oniverse/contracts';
import { useId } from 'react';
import { Button } from '../../ui/button.js';
import { IconButton } from '../../ui/icon-button.js';
import { editLastMessage } from './messages.changes.js';
import { quotedName, quoteText } from './message-quote.js';
import { quoteOf } from './messages.quotes.js';
import { useMessages } from './messages.store.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import type { Mentionable } from './mentions.js';
import { useComposer } from './use-composer.js';
import { type MentionSuggestionList, useMentions } from './use-mentions.js';

interface MentionOptionsProps {
  id: string;
  list: MentionSuggestionList;
}

/** The mention suggestions above the field. The field keeps the focus. */
function MentionSuggestions({ id, list: { people, activeIndex, choose } }: MentionOptionsProps) {
  return (
    // The combobox pattern: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element can be styled like this
    <div id={id} className="pop say__who" role="listbox" aria-label={MESSAGE_TEXTS.mentionSuggestions}>
      {people.map(({ userId, username, displayName }, index) => (
        <div
          key={userId}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element can be styled like this
          role="option"
          aria-selected={index === activeIndex}
          className="pop__i"
          {...(index === activeIndex && { 'data-highlighted': '' })}
          // On pointerdown, before the field loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            choose(username);
          }}
        >
          <bdi>@{username}</bdi>
          {displayName !== null && <bdi className="faint">{displayName}</bdi>}
        </div>
      ))}
    </div>
  );
}

interface ReplyLineProps {
  id: string;
  channelId: string;
  quote: Quote;
  onCancel: () => void;
}

/** The message that the text answers, in its current state. */
function ReplyLine({ id, channelId, quote, onCancel }: ReplyLineProps) {
  const message = useMessages(({ channels }) =>
    channels[channelId]?.messages.find(({ seq }) => seq === quote.seq),
  );
  const current = message ? quoteOf(message) : quote;
  return (
    <div className="say__re small">
      <p id={id}>
        {MESSAGE_TEXTS.replying} <bdi className="msg__rn">{quotedName(current)}</bdi>
        <span className="vh">:</span>{' '}
        <span className={current.isDeleted ? 'it' : undefined} dir="auto">
          {quoteText(current)}
        </span>
      </p>
      <IconButton small icon="close" name={MESSAGE_TEXTS.cancelReply} onClick={onCancel} />
    </div>
  );
}

interface MessageComposerProps {
  channelId: string;
  channelName: string;
  userId: string;
  people: readonly Mentionable[];
  /** Called with the prefix of the mention being typed; empty without one. */
  onMention: (prefix: string) => void;
}

/** The field for new messages, which also works offline. Give it a key for each channel. */
export function MessageComposer(props: MessageComposerProps) {
  const { channelId, channelName, userId, people, onMention } = props;
  const { field, text, remaining, replyTo, cancelReply, write, onKeyDown, onSubmit } = useComposer(
    channelId,
    userId,
    () => editLastMessage(channelId, userId),
  );
  const mentions = useMentions({ field, text, write, people, onMention });
  const isOffering = mentions.people.length > 0;
  const id = useId();
  const describedBy = [replyTo && `${id}-re`, remaining !== null && `${id}-left`].filter(Boolean).join(' ');
  const isOver = remaining !== null && remaining < 0;
  return (
    <form className="say" onSubmit={onSubmit}>
      {replyTo && <ReplyLine id={`${id}-re`} channelId={channelId} quote={replyTo} onCancel={cancelReply} />}
      <div className="say__f" data-text={text}>
        <label className="vh" htmlFor={id}>
          {MESSAGE_TEXTS.label(channelName)}
        </label>
        <span className="say__p" aria-hidden="true">
          &gt;
        </span>
        <textarea
          ref={field}
          id={id}
          className={isOver ? 'input is-bad' : 'input'}
          rows={1}
          dir="auto"
          value={text}
          onChange={(event) => {
            write(event.target.value);
            mentions.onCaret();
          }}
          onSelect={mentions.onCaret}
          onKeyDown={(event) => {
            if (mentions.onKey(event)) event.preventDefault();
            else onKeyDown(event);
          }}
          aria-invalid={isOver}
          {...(describedBy !== '' && { 'aria-describedby': describedBy })}
          aria-autocomplete="list"
          {...(isOffering && {
            'aria-controls': `${id}-who`,
            'aria-activedescendant': `${id}-who-${mentions.activeIndex}`,
          })}
        />
        {isOffering && <MentionSuggestions id={`${id}-who`} list={mentions} />}
        {remaining !== null && (
          <span id={`${id}-left`} className={isOver ? 'say__left mic dg' : 'say__left mic'}>
            {isOver ? MESSAGE_TEXTS.charactersOver(-remaining) : MESSAGE_TEXTS.charactersLeft(remaining)}
          </span>
        )}
        {/* Announced once, not on every key press. */}
        <output className="vh">{isOver && MESSAGE_TEXTS.tooLong}</output>
      </div>
      <Button type="submit" look="primary">
        {MESSAGE_TEXTS.send}
      </Button>
    </form>
  );
}
