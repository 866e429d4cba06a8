import type { ConversationView, MessageView } from '@oniverse/contracts';
import { useEffect } from 'react';
import { Avatar } from '../../../ui/avatar.js';
import { Button } from '../../../ui/button.js';
import { formatClock } from '../../../ui/dates.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { memberName } from '../../../ui/member-name.js';
import { Named } from '../../../ui/named.js';
import { reportThing } from '../../safety/reports/index.js';
import { openChannel, useLog } from '../log/index.js';
import { MESSAGE_TEXTS } from '../messages/index.js';
import { plainNameOf } from './conversation-name.js';
import { useAccept, useEndConversation } from './direct.queries.js';
import { DIRECT_TEXTS } from './direct.texts.js';
import { TwoStarFigure } from './two-star-figure.js';

const { incoming: TEXTS } = DIRECT_TEXTS;

const Time = ({ iso }: { iso: string }) => (
  <time className="small faint" dateTime={iso}>
    {formatClock(new Date(iso))}
  </time>
);

/** The messages as plain text: nothing leads out of a request, or loads from elsewhere. */
function Messages({ messages }: { messages: readonly MessageView[] }) {
  const [first] = messages;
  return (
    <blockquote className="direct-request__text">
      {first?.author && (
        <p className="direct-request__author">
          <Avatar name={memberName(first.author)} src={first.author.profileImageUrl} size="s" />
          <b>
            <bdi>{first.author.username}</bdi>
          </b>
          <Time iso={first.createdAt} />
        </p>
      )}
      {messages.map(({ id, content, createdAt, deletedAt }) => (
        <div key={id}>
          {id !== first?.id && <Time iso={createdAt} />}
          {deletedAt === null ? (
            <p className="direct-request__plain" dir="auto">
              {content}
            </p>
          ) : (
            <p className="faint italic">{MESSAGE_TEXTS.deleted}</p>
          )}
        </div>
      ))}
    </blockquote>
  );
}

interface RequestPageProps {
  conversation: ConversationView;
  /** Leads away from the request. */
  onEnded: () => Promise<void>;
}

/** A conversation that waits for the reader to accept or decline it. */
export function RequestPage({ conversation, onEnded }: RequestPageProps) {
  const { id, members } = conversation;
  const name = plainNameOf(conversation);
  useEffect(() => openChannel(id), [id]);
  const channel = useLog(({ channels }) => channels[id]);
  const messages = channel?.messages ?? [];
  const { mutate: accept, isPending: isAccepting } = useAccept(id);
  const { mutate: decline, isPending: isDeclining } = useEndConversation(id, 'decline', onEnded);
  const isPending = isAccepting || isDeclining;
  const [other] = members;
  const newest = messages.at(-1);
  return (
    <div className="direct-request">
      <TwoStarFigure id={id} look="request" isRequest />
      <h3 className="h3">
        <Named text={TEXTS.title} name={name} />
      </h3>
      <p className="muted">
        <Named text={TEXTS.text} name={name} />
      </p>
      {channel?.ready ? <Messages messages={messages} /> : <LoadingFigure text={MESSAGE_TEXTS.loading} />}
      <div className="direct-request__actions">
        <Button
          look="primary"
          disabled={isDeclining}
          pending={isAccepting && TEXTS.accepting}
          onClick={() => accept()}
        >
          {TEXTS.accept}
        </Button>
        <Button disabled={isAccepting} pending={isDeclining && TEXTS.declining} onClick={() => decline()}>
          {TEXTS.decline}
        </Button>
        {other && newest && (
          <Button
            look="danger"
            disabled={isPending}
            onClick={() =>
              reportThing({
                kind: 'message',
                subjectId: newest.id,
                name: TEXTS.thing,
                member: { id: other.userId, username: other.username },
                blocks: true,
              })
            }
          >
            {TEXTS.report}
          </Button>
        )}
      </div>
      <p className="small faint">
        <Named text={TEXTS.silent} name={name} />
      </p>
    </div>
  );
}
