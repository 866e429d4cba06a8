import type { MessageView } from '@oniverse/contracts';
import { memo } from 'react';
import { useSecondsUntil } from '../../live/use-seconds-until.js';
import { MessageContent } from './message-content.js';
import { timeOf } from './message-rows.js';
import { type OutboxEntry, problemWith, type SendProblem } from './messages.outbox.js';
import { discardSend, retrySend } from './messages.sending.js';
import { MESSAGE_TEXTS } from './messages.texts.js';

/** Who looks at the conversation. */
export interface Viewer {
  id: string;
  username: string;
}

const classes = (...names: (string | false)[]) => names.filter(Boolean).join(' ');
const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });

function Time({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={FULL.format(new Date(iso))}>
      {timeOf(iso)}
    </time>
  );
}

/** The handle; of a speaker who goes on it is there only for those who cannot see the line. */
function Speaker({ name, continues }: { name: string; continues: boolean }) {
  return (
    <span className="msg__u" title={name}>
      {continues ? <span className="vh">{name}</span> : name}
    </span>
  );
}

interface MessageRowProps {
  message: MessageView;
  me: Viewer;
  /** The speaker of the line above goes on. */
  continues: boolean;
  /** It has just come: a ring opens once. */
  isNew: boolean;
}

/** A message: time, handle, the spine with its dot, the text. */
export const MessageRow = memo(function MessageRow({ message, me, continues, isNew }: MessageRowProps) {
  const { author, userId } = message;
  const isMine = userId === me.id;
  const name = author ? `@${author.username}` : MESSAGE_TEXTS.departed;
  return (
    <div
      className={classes(
        'msg',
        continues && 'is-same',
        isMine && 'is-me',
        isNew && 'is-live',
        !author && 'is-gone',
      )}
      data-user-id={userId ?? undefined}
      data-seq={message.seq}
    >
      <Time iso={message.createdAt} />
      <Speaker name={name} continues={continues} />
      <div className="msg__c">
        {message.deletedAt ? (
          <p className="t3 it">{MESSAGE_TEXTS.deleted}</p>
        ) : (
          <MessageContent content={message.content} me={me.username} />
        )}
        {message.editedAt && !message.deletedAt && <span className="mic">{MESSAGE_TEXTS.edited}</span>}
      </div>
    </div>
  );
});

function RetryTime({ retryAt }: { retryAt: number }) {
  return <>{MESSAGE_TEXTS.retryIn(useSecondsUntil(retryAt))}</>;
}

function Failure({ entry, problem }: { entry: OutboxEntry; problem: SendProblem }) {
  const { channelId, nonce } = entry;
  return (
    <p className="msg__fail small" role="alert">
      <span>
        {MESSAGE_TEXTS.notSent} {problem.message}{' '}
        {problem.retryAt !== undefined && <RetryTime retryAt={problem.retryAt} />}
      </span>
      <button type="button" className="act" onClick={() => retrySend(channelId, nonce)}>
        {MESSAGE_TEXTS.retry}
      </button>
      <button type="button" className="act" onClick={() => discardSend(nonce)}>
        {MESSAGE_TEXTS.discard}
      </button>
    </p>
  );
}

interface EchoRowProps {
  entry: OutboxEntry;
  me: Viewer;
  continues: boolean;
}

/** An own message on its way: dim while it is sent, red with a way out when it was refused. */
export const EchoRow = memo(function EchoRow({ entry, me, continues }: EchoRowProps) {
  const problem = problemWith(entry);
  const isSending = entry.state === 'sending';
  return (
    <div
      className={classes(
        'msg is-me',
        continues && 'is-same',
        isSending && 'is-sending',
        Boolean(problem) && 'is-failed',
      )}
      data-user-id={entry.userId}
      data-nonce={entry.nonce}
    >
      <Time iso={entry.writtenAt} />
      <Speaker name={`@${me.username}`} continues={continues} />
      <div className="msg__c">
        <MessageContent content={entry.content} me={me.username} />
        {isSending && <span className="vh">{MESSAGE_TEXTS.sending}</span>}
        {problem && <Failure entry={entry} problem={problem} />}
      </div>
    </div>
  );
});
