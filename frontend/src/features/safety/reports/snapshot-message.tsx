import './reports.css';
import type { ReportKind, Snapshot } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/avatar.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { AttachedFiles } from '../../talk/attachments/index.js';
import { CASES_TEXTS as TEXTS } from './reports.texts.js';

interface LineProps {
  username: string | null;
  content: string;
  createdAt: string;
  /** Set for the reported thing. */
  reported?: { note: string; files: ReactNode };
}

function Line({ username, content, createdAt, reported }: LineProps) {
  const name = username ?? TEXTS.nobody;
  return (
    <li className={reported ? 'snapshot__message is-reported' : 'snapshot__message'}>
      <Avatar name={name} src={null} size="s" />
      <div className="snapshot__body">
        <p className="snapshot__author">
          <b>{username === null ? name : `@${username}`}</b>{' '}
          <span className="tiny faint">
            <RelativeTime at={createdAt} />
          </span>
        </p>
        <p className="snapshot__text" dir="auto">
          {content}
        </p>
        {reported && (
          <>
            {reported.files}
            <p className="tiny danger snapshot__note">{reported.note}</p>
          </>
        )}
      </div>
    </li>
  );
}

export interface SnapshotMessageProps {
  snapshot: Snapshot;
  kind?: ReportKind;
  isDeleted: boolean;
  /** Its files, for readers who do not see them where they belong. */
  files?: ReactNode;
}

/** The reported thing, a message between its neighbours, as plain text: its markup could be what was reported. */
export default function SnapshotMessage({
  snapshot,
  kind = 'message',
  isDeleted,
  files,
}: SnapshotMessageProps) {
  const { before, after, nearby = [], username, text, createdAt } = snapshot;
  const isEarlier = (message: (typeof nearby)[number]) => message.createdAt < createdAt;
  const earlier = before ? [before] : nearby.filter(isEarlier);
  const later = after ? [after] : nearby.filter((message) => !isEarlier(message));
  const reported = {
    note: isDeleted ? TEXTS.deleted(kind) : TEXTS.reported(kind),
    files: files ?? <AttachedFiles attachments={snapshot.files} />,
  };
  return (
    <>
      <ol className="snapshot">
        {earlier.map((message) => (
          <Line key={`${message.createdAt} ${message.username}`} {...message} />
        ))}
        <Line username={username} content={text} createdAt={createdAt} reported={reported} />
        {later.map((message) => (
          <Line key={`${message.createdAt} ${message.username}`} {...message} />
        ))}
      </ol>
      {kind === 'message' && (
        <p className="small faint">{nearby.length > 0 ? TEXTS.nearby : TEXTS.context}</p>
      )}
    </>
  );
}
