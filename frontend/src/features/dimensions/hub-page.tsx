import './dimensions.css';
import { Link } from '@tanstack/react-router';
import { serverMessageOf } from '../../api/http.js';
import { useSession } from '../../session/session.js';
import { Failure } from '../../ui/failure.js';
import { usePageTitle } from '../../ui/page-title.js';
import { PageFrame } from '../pages/page-frame.js';
import { AccessRequired } from './access-required.js';
import { useServers } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS, type ServerKind } from './dimensions.texts.js';
import { HubFigure } from './hub-figure.js';
import { useLiveDimensions } from './use-live-dimensions.js';

const PATHS = { public: '/dimensions/public', private: '/dimensions/private' } as const;

function HubCard({ kind, count }: { kind: ServerKind; count: number | undefined }) {
  const { cards, servers, unknown } = DIMENSIONS_TEXTS.hub;
  const { name, text } = cards[kind];
  return (
    <Link to={PATHS[kind]} className="hub__c neat">
      <HubFigure kind={kind} />
      <span className="hub__t">
        <span className="h2">{name}</span>
        <span className="num hub__n">
          {count ?? unknown} <span className="mic">{servers}</span>
        </span>
      </span>
      <span className="t2">{text}</span>
    </Link>
  );
}

/** `/dimensions`: the way to the public and to the private servers. */
export function HubPage() {
  const { title, lead } = DIMENSIONS_TEXTS.hub;
  usePageTitle(title);
  const session = useSession();
  useLiveDimensions(session.status === 'member');
  const { data, error, refetch } = useServers(session);
  if (session.status === 'anonymous') return <AccessRequired />;
  const countOf = (isPublic: boolean) => data?.filter((server) => server.isPublic === isPublic).length;
  return (
    <PageFrame>
      <h1 className="h1">{title}</h1>
      <p className="lead dims__lead">{lead}</p>
      {error && !data && (
        <div className="hub__fail">
          <Failure
            text={serverMessageOf(error) ?? DIMENSIONS_TEXTS.unreachable}
            onAgain={() => void refetch()}
          />
        </div>
      )}
      <div className="hub">
        <HubCard kind="public" count={countOf(true)} />
        <HubCard kind="private" count={countOf(false)} />
      </div>
    </PageFrame>
  );
}
