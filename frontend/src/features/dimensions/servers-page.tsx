import './dimensions.css';
import { Link } from '@tanstack/react-router';
import { serverMessageOf } from '../../api/http.js';
import { useSession } from '../../session/session.js';
import { Button, buttonClass } from '../../ui/button.js';
import { LoadingFigure } from '../../ui/loading-figure.js';
import { usePageTitle } from '../../ui/page-title.js';
import { PageFrame } from '../pages/page-frame.js';
import { AccessRequired } from './access-required.js';
import { Catalogue, CatalogueHead } from './catalogue.js';
import { useServers } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS, type ServerKind } from './dimensions.texts.js';
import { Notice } from './notice.js';
import { Room } from './room.js';
import type { Selection } from './selection.js';
import { useLiveDimensions } from './use-live-dimensions.js';

function Missing({ kind }: { kind: ServerKind }) {
  const { missing, missingText, back } = DIMENSIONS_TEXTS.room;
  return (
    <Notice figure="gone" title={missing} text={missingText}>
      <Link to={`/dimensions/${kind}`} className={buttonClass({ small: true })}>
        {back[kind]}
      </Link>
    </Notice>
  );
}

interface FailedProps {
  error: Error;
  /** Whether the title of the page stands above it. */
  isUnderTitle: boolean;
  retry: () => void;
}

function Failed({ error, isUnderTitle, retry }: FailedProps) {
  return (
    <Notice
      alert
      isUnderTitle={isUnderTitle}
      figure="gone"
      title={DIMENSIONS_TEXTS.failed}
      text={serverMessageOf(error) ?? DIMENSIONS_TEXTS.unreachable}
    >
      <Button small onClick={retry}>
        {DIMENSIONS_TEXTS.tryAgain}
      </Button>
    </Notice>
  );
}

/** `/dimensions/public` and `/dimensions/private`: the catalogue, or the server that the address selects. */
export function ServersPage({ kind, selection }: { kind: ServerKind; selection: Selection }) {
  const session = useSession();
  const { status, user } = session;
  useLiveDimensions(status === 'member');
  const { data: servers, error, refetch } = useServers(session);
  const selected = servers?.find(({ id }) => id === selection.server);
  const isFailed = error !== null && !servers;
  const isRoom = selection.server !== undefined;
  usePageTitle(selected?.name ?? DIMENSIONS_TEXTS.catalogue[kind].title);
  if (status === 'anonymous') return <AccessRequired />;
  if (user && selected) return <Room key={selected.id} server={selected} selection={selection} me={user} />;
  return (
    <PageFrame>
      {!isRoom && <CatalogueHead kind={kind} servers={servers} />}
      {isFailed && <Failed error={error} isUnderTitle={!isRoom} retry={() => void refetch()} />}
      {!isFailed && !servers && <LoadingFigure text={DIMENSIONS_TEXTS.loading} />}
      {servers && isRoom && <Missing kind={kind} />}
      {servers && !isRoom && <Catalogue kind={kind} servers={servers} />}
    </PageFrame>
  );
}
