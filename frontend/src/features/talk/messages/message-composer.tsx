import './message-composer.css';
import type { Quote } from '@oniverse/contracts';
import { type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { useShallow } from 'zustand/shallow';
import { Button } from '../../../ui/button.js';
import { IconButton } from '../../../ui/icon-button.js';
import { CompletionStrip, type Mentionable, useCompletion } from '../../site/completion/index.js';
import { AddFilesButton, TraySlot, useTray } from '../attachments/index.js';
import { EMOJI_TEXTS, EmojiButton } from '../emoji/index.js';
import { quoteOf, shownMessage, useLog } from '../log/index.js';
import { ScheduleButton, ScheduledLine } from '../scheduled/index.js';
import { editLastMessage } from './messages.changes.js';
import { quotedName, quoteText } from './message-quote.js';
import { disarm, requireSendable, trayPlaceOf, useIsArmed } from './message-tray.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import { type SlowMode, SlowModeLine, useIsHeld } from './slow-mode.js';
import type { ComposerCommands } from './talk-context.js';
import { TalkGroupsContext } from './talk-groups.js';
import { useComposer } from './use-composer.js';
import { useScheduleDraft } from './use-schedule-draft.js';

interface ReplyLineProps {
  id: string;
  channelId: string;
  quote: Quote;
  onCancel: () => void;
}

/** The message that the text answers, in its current state. */
function ReplyLine({ id, channelId, quote, onCancel }: ReplyLineProps) {
  const current = useLog(
    useShallow(({ channels, operations }) => {
      const message = channels[channelId]?.messages.find(({ seq }) => seq === quote.seq);
      return message ? quoteOf(shownMessage(message, operations)) : quote;
    }),
  );
  return (
    <div className="message-composer__reply small">
      <p id={id}>
        {MESSAGE_TEXTS.replying} <bdi className="message__reply-name">{quotedName(current)}</bdi>
        <span className="vh">:</span>{' '}
        <span className={current.isDeleted ? 'italic' : undefined} dir="auto">
          {quoteText(current)}
        </span>
      </p>
      <IconButton small icon="close" name={MESSAGE_TEXTS.cancelReply} onClick={onCancel} />
    </div>
  );
}

interface MessageComposerProps {
  /** The channel or thread. */
  talkId: string;
  /** Whether the first message starts a thread on the message with the id `talkId`. */
  startsThread?: boolean;
  channelName: string;
  /** Names the field in a thread. */
  label?: string;
  userId: string;
  people: readonly Mentionable[];
  /** Whether a message may have text only. */
  isTextOnly?: boolean;
  /** Whether one of the messages that members left for it opens at each full moon. */
  opensAtFullMoon?: boolean;
  /** Undefined if the member need not wait. */
  slowMode?: SlowMode | undefined;
  commands?: ComposerCommands | undefined;
  /** More buttons. */
  tools?: ReactNode;
  /** Called with the prefix of the mention being typed; empty without one. */
  onMention: (prefix: string) => void;
}

/** The field for new messages, which also works offline. Give it a key for each channel, or for each thread. */
export function MessageComposer(props: MessageComposerProps) {
  const {
    talkId,
    startsThread,
    channelName,
    label = MESSAGE_TEXTS.label(channelName),
    userId,
    people,
    isTextOnly = false,
    opensAtFullMoon = false,
    slowMode,
    commands,
    tools,
    onMention,
  } = props;
  const isHeld = useIsHeld(talkId, slowMode);
  const talk = { talkId, userId, startsThread };
  /** A thread takes the files that are dropped on it, its channel all others. */
  const thread = useRef<HTMLElement | null>(null);
  const place = trayPlaceOf(talk);
  const { isOver: isFileOver, onFiles } = useTray(place, thread, undefined, isTextOnly);
  const isArmed = useIsArmed(talk);
  const { field, text, remaining, replyTo, cancelReply, write, onKeyDown, onSubmit } = useComposer(talk, {
    isHeld,
    isArmed,
    editLast: () => editLastMessage(talkId, userId),
    commands,
  });
  const schedule = useScheduleDraft(talk);
  const isFull = useLog((log) => log.isFull);
  const { mentionable: groups } = useContext(TalkGroupsContext);
  const completion = useCompletion({
    field,
    text,
    write,
    userId,
    people,
    groups,
    commands: commands?.suggested,
  });
  const { token } = completion;
  const mentioned = token?.kind === 'member' ? token.typed : '';
  useEffect(() => onMention(mentioned), [onMention, mentioned]);
  const [isPicking, setPicking] = useState(false);
  const id = useId();
  const describedBy = [replyTo && `${id}-re`, remaining !== null && `${id}-left`, slowMode && `${id}-slow`]
    .filter(Boolean)
    .join(' ');
  const isOver = remaining !== null && remaining < 0;
  return (
    <form
      ref={(form) => {
        thread.current = form?.closest<HTMLElement>('.thread') ?? null;
      }}
      className="message-composer"
      onSubmit={onSubmit}
    >
      {!startsThread && <ScheduledLine talkId={talkId} />}
      <div className={isOver ? 'message-composer__box is-bad' : 'message-composer__box'}>
        {replyTo && <ReplyLine id={`${id}-re`} channelId={talkId} quote={replyTo} onCancel={cancelReply} />}
        <CompletionStrip list={completion.list} />
        <TraySlot
          place={place}
          isOver={isFileOver}
          onDone={() => field.current?.focus()}
          onDisarm={isArmed ? () => disarm(talk) : undefined}
        />
        <div className="message-composer__row">
          {!isTextOnly && <AddFilesButton className="message-composer__tool" onFiles={onFiles} />}
          <div className="message-composer__field" data-text={text}>
            <label className="vh" htmlFor={id}>
              {label}
            </label>
            <textarea
              ref={field}
              id={id}
              className="input"
              rows={1}
              dir="auto"
              placeholder={label}
              value={text}
              onChange={(event) => {
                write(event.target.value);
                completion.onTyped(event);
              }}
              onBlur={completion.close}
              onKeyDown={(event) => {
                if (!completion.onKey(event)) onKeyDown(event);
              }}
              aria-invalid={isOver}
              {...(describedBy !== '' && { 'aria-describedby': describedBy })}
              {...completion.field}
            />
          </div>
          <EmojiButton
            className="btn--icon message-composer__tool"
            name={EMOJI_TEXTS.picker}
            isOpen={isPicking}
            onOpenChange={setPicking}
            userId={userId}
            onPick={completion.insert}
          />
          {tools}
          {/* A thread that does not exist yet has no place to schedule for. */}
          {!startsThread && (
            <ScheduleButton
              className="message-composer__tool"
              mayChoose={() => requireSendable(talk) !== undefined}
              opensAtFullMoon={opensAtFullMoon}
              onChoose={schedule}
            />
          )}
          <Button type="submit" look="primary" disabled={isHeld || isArmed}>
            {MESSAGE_TEXTS.send}
          </Button>
        </div>
      </div>
      {slowMode && <SlowModeLine id={`${id}-slow`} isHeld={isHeld} {...slowMode} />}
      {!slowMode && commands?.note !== undefined && (
        <p className="message-composer__note tiny">{commands.note}</p>
      )}
      {remaining !== null && (
        <span
          id={`${id}-left`}
          className={isOver ? 'message-composer__left tiny danger' : 'message-composer__left tiny'}
        >
          {isOver ? MESSAGE_TEXTS.charactersOver(-remaining) : MESSAGE_TEXTS.charactersLeft(remaining)}
        </span>
      )}
      {isFull && (
        <p className="message-composer__left tiny danger" role="alert">
          {MESSAGE_TEXTS.full}
        </p>
      )}
      {/* Announced once, not on every key press. */}
      <output className="vh">{isOver && MESSAGE_TEXTS.tooLong}</output>
    </form>
  );
}
