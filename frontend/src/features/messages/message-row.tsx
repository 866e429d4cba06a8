import type { MessageView } from '@oniverse/contracts';
import { memo } from 'react';
import { useSecondsUntil } from '../../live/use-seconds-until.js';
import { MessageActions } from './message-actions.js';
import { MessageContent } from './message-content.js';
import { MessageEdit } from './message-edit.js';
import { timeOf } from './message-rows.js';
import { useChanges } from './messages.changes.js';
import { type OutboxEntry, problemWith, type SendProblem } from './messages.outbox.js';
import { discardSend, retrySend } from './messages.sending.js';
import { MESSAGE_TEXTS } from './messages.texts.js';

/** Who looks at the conversation. */
export interface Viewer {
  id: string;
  username: string;
  /** Keeps order here: may delete what others said. */
  isStaff: boolean;
  /** Is in it, and so may change what is one's own. */
  isMember: boolean;
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

/** The handle, which shows who that is; of a speaker who goes on it is there only for those who cannot see the line. */
function Speaker({ name, continues, onShow }: { name: string; continues: boolean; onShow?: () => void }) {
  if (continues || !onShow) {
    return (
      <span className="msg__u" title={name}>
        {continues ? <span className="vh">{name}</span> : name}
      </span>
    );
  }
  return (
    <span className="msg__u">
      <button type="button" title={name} aria-haspopup="dialog" onClick={onShow}>
        {name}
      </button>
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
  /** The address names it. */
  isNamed: boolean;
  onShowMember: (userId: string, username: string) => void;
}

/** A message: time, handle, the spine with its dot, the text. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, me, continues, isNew, isNamed, onShowMember } = props;
  const { author, userId } = message;
  const edit = useChanges((state) => (state.edit?.message.id === message.id ? state.edit : null));
  const isGone = message.deletedAt !== null;
  const isMine = userId === me.id;
  const name = author ? `@${author.username}` : MESSAGE_TEXTS.departed;
  return (
    <div
      className={classes(
        'msg',
        continues && 'is-same',
        isMine && 'is-me',
        isNew && 'is-live',
        isNamed && 'is-named',
        !author && 'is-gone',
      )}
      data-user-id={userId ?? undefined}
      data-seq={message.seq}
    >
      <Time iso={message.createdAt} />
      <Speaker
        name={name}
        continues={continues}
        {...(userId !== null && author && { onShow: () => onShowMember(userId, author.username) })}
      />
      <div className="msg__c">
        {isGone && <p className="t3 it">{MESSAGE_TEXTS.deleted}</p>}
        {!isGone && edit && <MessageEdit edit={edit} />}
        {!isGone && !edit && (
          <MessageContent content={message.content} me={me.username} isEdited={message.editedAt !== null} />
        )}
      </div>
      {!isGone && !edit && (
        <MessageActions
          message={message}
          mayEdit={isMine && me.isMember}
          mayDelete={isMine ? me.isMember : me.isStaff}
        />
      )}
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
