import type { OwnHeldMessage } from '@oniverse/contracts';
import { useDeleteHeld } from './held-messages.queries.js';
import { MessageBody } from './message-body.js';
import { AuthorMark, AuthorName, Time } from './message-row.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import type { Viewer } from './talk-context.js';

const { held: TEXTS } = MESSAGE_TEXTS;

/** A message that only its author and staff see, below the newest messages, until staff release it. */
export function HeldRow({ held, me }: { held: OwnHeldMessage; me: Viewer }) {
  const { id, createdAt, state, word } = held;
  const { mutate: remove, isPending } = useDeleteHeld();
  return (
    <div className={state === 'held' ? 'message is-me is-held' : 'message is-me is-failed'} data-held-id={id}>
      <AuthorMark author={me} />
      <Time iso={createdAt} />
      <AuthorName name={`@${me.username}`} continues={false} isMine />
      <div className="message__content">
        <MessageBody {...held} me={me.username} />
        <div className="message__held small">
          <span>
            <b>{TEXTS.title[state]}</b> {TEXTS.text[state]}
          </span>
          {word !== null && (
            <span dir="auto">
              {TEXTS.word} {word}
            </span>
          )}
          <button type="button" className="act" disabled={isPending} onClick={() => remove(id)}>
            {TEXTS.remove[state]}
          </button>
        </div>
      </div>
    </div>
  );
}
