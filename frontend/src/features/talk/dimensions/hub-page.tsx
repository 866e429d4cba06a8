import './catalogue.css';
import { Link } from '@tanstack/react-router';
import { failureMessageOf } from '../../../api/http.js';
import { useSession } from '../../../session/session.js';
import { Failure } from '../../../ui/failure.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { AccessRequired } from './access-required.js';
import { formatCount, useServers } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS, type ServerKind } from './dimensions.texts.js';
import { HubFigure } from './hub-figure.js';
import { MarkEverythingRead } from './mark-everything-read.js';

const PATHS = { public: '/dimensions/public', private: '/dimensions/private' } as const;

function HubCard({ kind, count }: { kind: ServerKind; count: string | undefined }) {
  const { cards, dimensions, unknown } = DIMENSIONS_TEXTS.hub;
  const { name, text } = cards[kind];
  return (
    <Link to={PATHS[kind]} className="hub__card neat">
      <HubFigure kind={kind} />
      <span className="hub__title">
        <span className="h2">{name}</span>
        <span className="num hub__count">
          {count ?? unknown} <span className="tiny">{dimensions(count)}</span>
        </span>
      </span>
      <span className="muted">{text}</span>
    </Link>
  );
}

export function HubPage() {
  const { title, lead } = DIMENSIONS_TEXTS.hub;
  usePageTitle(title);
  const session = useSession();
  const { data, error, refetch } = useServers(session);
  if (session.status === 'anonymous') return <AccessRequired />;
  return (
    <PageFrame>
      <h1 className="h1">{title}</h1>
      <p className="lead dimensions__lead">{lead}</p>
      {data && <MarkEverythingRead isUnread={data.some(({ unreadCount }) => unreadCount > 0)} />}
      {error && !data && (
        <div className="hub__fail">
          <Failure text={failureMessageOf(error)} onRetry={() => void refetch()} />
        </div>
      )}
      <div className="hub">
        <HubCard kind="public" count={data && formatCount(data, 'public')} />
        <HubCard kind="private" count={data && formatCount(data, 'private')} />
      </div>
    </PageFrame>
  );
}
