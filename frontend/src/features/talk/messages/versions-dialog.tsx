import './pins.css';
import { getMessageVersions, type MessageView } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOf } from '../../../api/calls.js';
import { Dialog } from '../../../ui/dialog.js';
import { Failure } from '../../../ui/failure.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { MessageContent } from './message-content.js';
import { hideMessagePart, useShownMessage } from './message-dialogs.store.js';
import { MESSAGE_TEXTS } from './messages.texts.js';

const { versions: TEXTS } = MESSAGE_TEXTS;

function Versions({ message }: { message: MessageView }) {
  const { data, isError, refetch } = useQuery({
    ...queryOf(getMessageVersions, { id: message.id }, 0),
    gcTime: 0,
  });
  if (isError) return <Failure text={TEXTS.failed} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines text={TEXTS.loading} count={2} />;
  if (data.versions.length === 0) return <p className="faint">{TEXTS.none}</p>;
  return (
    <ol className="versions">
      {data.versions.map(({ id, content, writtenAt }) => (
        <li key={id} className="message__content">
          <p className="small faint">
            <RelativeTime at={writtenAt} />
          </p>
          {content === '' ? (
            <p className="faint italic">{TEXTS.empty}</p>
          ) : (
            // Mentions of the reader stand out in the message itself.
            <MessageContent content={content} me="" />
          )}
        </li>
      ))}
    </ol>
  );
}

/** The earlier texts of a message, newest first. */
export function VersionsDialog() {
  const { shown } = useShownMessage();
  useEffect(() => hideMessagePart, []);
  const message = shown?.part === 'versions' ? shown.message : undefined;
  return (
    <Dialog open={message !== undefined} title={TEXTS.title} text={TEXTS.text} onClose={hideMessagePart}>
      {message && <Versions message={message} />}
    </Dialog>
  );
}
