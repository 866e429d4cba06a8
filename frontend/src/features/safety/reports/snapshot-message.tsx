import './reports.css';
import type { Snapshot } from '@oniverse/contracts';
import { Avatar } from '../../../ui/avatar.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { AttachedFiles } from '../../talk/attachments/index.js';
import { CASES_TEXTS as TEXTS } from './reports.texts.js';

interface LineProps {
  username: string | null;
  content: string;
  createdAt: string;
  /** Set for the reported message. */
  reported?: { isDeleted: boolean; files: Snapshot['files'] };
}

function Line({ username, content, createdAt, reported }: LineProps) {
  const name = username ?? TEXTS.nobody;
  return (
    <li className={reported ? 'snapshot__message is-reported' : 'snapshot__message'}>
      <Avatar name={name} src={null} size="s" />
      <div className="snapshot__body">
        <p className="snapshot__author">
          <b>{username === null ? name : `@${name}`}</b>{' '}
          <span className="tiny faint">
            <RelativeTime at={createdAt} />
          </span>
        </p>
        <p className="snapshot__text" dir="auto">
          {content}
        </p>
        <AttachedFiles attachments={reported?.files} />
        {reported && (
          <p className="tiny danger snapshot__note">{reported.isDeleted ? TEXTS.deleted : TEXTS.reported}</p>
        )}
      </div>
    </li>
  );
}

interface SnapshotMessageProps {
  snapshot: Snapshot;
  isDeleted: boolean;
}

/** The reported message between its neighbours, as plain text: its markup could be what was reported. */
export function SnapshotMessage({ snapshot, isDeleted }: SnapshotMessageProps) {
  const { before, after, username, text, createdAt, files } = snapshot;
  return (
    <>
      <ol className="snapshot">
        {before && <Line {...before} />}
        <Line username={username} content={text} createdAt={createdAt} reported={{ isDeleted, files }} />
        {after && <Line {...after} />}
      </ol>
      <p className="small faint">{TEXTS.context}</p>
    </>
  );
}
