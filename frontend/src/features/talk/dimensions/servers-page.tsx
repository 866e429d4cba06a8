import { may } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { useSession } from '../../../session/session.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { AccessRequired } from './access-required.js';
import { CatalogueHead, PrivateCatalogue, PublicCatalogue } from './catalogue.js';
import { isGone, useSelectedServer, useServers } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS, type ServerKind } from './dimensions.texts.js';
import { Notice } from './notice.js';
import { standingOf } from './server-facts.js';
import { ServerPage } from './server-page.js';
import { TalkGroups } from './talk-groups.js';
import type { Selection } from './selection.js';

const ApplicationPage = lazyPart(() => import('./application-page.js'));

function Missing({ kind }: { kind: ServerKind }) {
  const { missing, missingText, back } = DIMENSIONS_TEXTS.server;
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
      text={failureMessageOf(error)}
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
  const { data: servers, error, refetch } = useServers(session);
  const { selected, error: missing, refetch: refetchSelected } = useSelectedServer(servers, selection.server);
  const [created, setCreated] = useState<string | null>(null);
  const isFailed = error !== null && !servers;
  const isServerSelected = selection.server !== undefined;
  usePageTitle(selected?.name ?? DIMENSIONS_TEXTS.catalogue[kind].title);
  if (status === 'anonymous') return <AccessRequired />;
  if (user && selected && !may(standingOf(selected), 'readServer')) {
    return (
      <Suspense fallback={<LoadingFigure text={DIMENSIONS_TEXTS.loading} />}>
        <ApplicationPage key={selected.id} server={selected} />
      </Suspense>
    );
  }
  if (user && selected) {
    return (
      <TalkGroups key={selected.id} server={selected}>
        <ServerPage
          server={selected}
          selection={selection}
          me={user}
          isNew={selected.id === created}
          onInvited={() => setCreated(null)}
        />
      </TalkGroups>
    );
  }
  return (
    <PageFrame>
      {!isServerSelected && <CatalogueHead kind={kind} servers={servers} />}
      {isFailed && <Failed error={error} isUnderTitle={!isServerSelected} retry={() => void refetch()} />}
      {!isFailed && !servers && <LoadingFigure text={DIMENSIONS_TEXTS.loading} />}
      {servers && isServerSelected && !missing && <LoadingFigure text={DIMENSIONS_TEXTS.loading} />}
      {missing && isGone(missing) && <Missing kind={kind} />}
      {missing && !isGone(missing) && (
        <Failed error={missing} isUnderTitle={false} retry={() => void refetchSelected()} />
      )}
      {servers && !isServerSelected && kind === 'public' && <PublicCatalogue servers={servers} />}
      {servers && !isServerSelected && kind === 'private' && (
        <PrivateCatalogue servers={servers} onCreated={setCreated} />
      )}
    </PageFrame>
  );
}
