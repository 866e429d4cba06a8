import './dimensions.css';
import { MESSAGES } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { serverMessageOf } from '../../api/http.js';
import { useSession } from '../../session/session.js';
import { Button, buttonClass } from '../../ui/button.js';
import { LoadingFigure } from '../../ui/loading-figure.js';
import { usePageTitle } from '../../ui/page-title.js';
import { PageFrame } from '../pages/page-frame.js';
import { AccessRequired } from './access-required.js';
import { Catalogue } from './catalogue.js';
import { useServers } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS, type ServerKind } from './dimensions.texts.js';
import { Room } from './room.js';
import type { Selection } from './selection.js';
import { useLiveDimensions } from './use-live-dimensions.js';

function Missing({ kind }: { kind: ServerKind }) {
  const { missing, missingText, back } = DIMENSIONS_TEXTS.room;
  return (
    <div className="empty">
      <h1 className="h3">{missing}</h1>
      <p className="small">{missingText}</p>
      <Link to={`/dimensions/${kind}`} className={`${buttonClass({ small: true })} empty__act`}>
        {back[kind]}
      </Link>
    </div>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div className="empty" role="alert">
      <h1 className="h3">{DIMENSIONS_TEXTS.failed}</h1>
      <p className="small">{serverMessageOf(error) ?? MESSAGES.unavailable}</p>
      <Button small className="empty__act" onClick={retry}>
        {DIMENSIONS_TEXTS.tryAgain}
      </Button>
    </div>
  );
}

/** `/dimensions/public` and `/dimensions/private`: the catalogue, or the server that the address selects. */
export function ServersPage({ kind, selection }: { kind: ServerKind; selection: Selection }) {
  const session = useSession();
  const { status, user } = session;
  useLiveDimensions(status === 'member');
  const { data: servers, error, refetch } = useServers(session);
  const selected = servers?.find(({ id }) => id === selection.server);
  usePageTitle(selected?.name ?? DIMENSIONS_TEXTS.catalogue[kind].title);
  if (status === 'anonymous') return <AccessRequired />;
  if (user && selected) return <Room key={selected.id} server={selected} selection={selection} me={user} />;
  return (
    <PageFrame>
      {error && !servers && <Failed error={error} retry={() => void refetch()} />}
      {!error && !servers && <LoadingFigure text={DIMENSIONS_TEXTS.loading} />}
      {servers && selection.server !== undefined && <Missing kind={kind} />}
      {servers && selection.server === undefined && <Catalogue kind={kind} servers={servers} />}
    </PageFrame>
  );
}
