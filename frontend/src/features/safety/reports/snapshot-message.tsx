import './reports.css';
import type { Snapshot } from '@oniverse/contracts';
import { Avatar } from '../../../ui/avatar.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { CASES_TEXTS as TEXTS } from './reports.texts.js';

interface LineProps {
  username: string | null;
  content: string;
  createdAt: string;
  /** Set for the reported message. */
  reported?: { isDeleted: boolean };
}

function Line({ username, content, createdAt, reported }: LineProps) {
  const name = username ?? TEXTS.nobody;
  return (
    <li className={reported ? 'snap__m is-reported' : 'snap__m'}>
      <Avatar name={name} src={null} size="s" />
      <div className="snap__b">
        <p className="snap__u">
          <b>{username === null ? name : `@${name}`}</b>{' '}
          <span className="mic faint">
            <RelativeTime at={createdAt} />
          </span>
        </p>
        <p className="snap__t" dir="auto">
          {content}
        </p>
        {reported && <p className="mic dg snap__w">{reported.isDeleted ? TEXTS.deleted : TEXTS.reported}</p>}
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
  const { before, after, username, text, createdAt } = snapshot;
  return (
    <>
      <ol className="snap">
        {before && <Line {...before} />}
        <Line username={username} content={text} createdAt={createdAt} reported={{ isDeleted }} />
        {after && <Line {...after} />}
      </ol>
      <p className="small faint">{TEXTS.context}</p>
    </>
  );
}
