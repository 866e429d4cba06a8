import './catalogue.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { HttpError, failureMessageOf } from '../../../api/http.js';
import { useSession } from '../../../session/session.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { Sigil } from '../../../ui/sigil.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { Notice } from './notice.js';
import { catalogueOf } from './server-facts.js';
import { previewQuery, useAcceptInvite } from './servers.mutations.js';

const { invite: TEXTS, server: SERVER, tryAgain } = DIMENSIONS_TEXTS;

function Accept({ code }: { code: string }) {
  const navigate = useNavigate();
  const { mutate: accept, isPending } = useAcceptInvite(code);
  return (
    <Button
      look="primary"
      pending={isPending && TEXTS.accepting}
      onClick={() =>
        accept(undefined, {
          onSuccess: (server) =>
            void navigate({ to: catalogueOf(server).path, search: { server: server.id }, replace: true }),
        })
      }
    >
      {TEXTS.accept}
    </Button>
  );
}

/** `/dimensions/invite/{code}`: the preview of an invite. Visitors sign in before accepting it. */
export function InvitePage({ code }: { code: string }) {
  usePageTitle(TEXTS.page);
  const { status } = useSession();
  const { data, error, refetch } = useQuery(previewQuery(code));
  const isLost = error instanceof HttpError && error.status < 500 && error.status !== 429;
  return (
    <PageFrame>
      {!data && !error && <LoadingFigure text={TEXTS.loading} />}
      {!data && error && (
        <Notice
          alert
          figure={isLost ? 'door' : 'gone'}
          title={isLost ? TEXTS.lost : TEXTS.failed}
          text={isLost ? TEXTS.lostText : failureMessageOf(error)}
        >
          {isLost ? (
            <Link to="/dimensions/private" className={buttonClass({ small: true })}>
              {TEXTS.home}
            </Link>
          ) : (
            <Button small onClick={() => void refetch()}>
              {tryAgain}
            </Button>
          )}
        </Notice>
      )}
      {data && (
        <section className="invite neat">
          <Sigil id={data.server.id} size={112} />
          <p className="small muted">{TEXTS.invited}</p>
          <h1 className="h2">{data.server.name}</h1>
          {data.server.description !== null && (
            <p className="muted" dir="auto">
              {data.server.description}
            </p>
          )}
          <p className="small faint">{SERVER.members(data.server.memberCount)}</p>
          {status === 'member' && <Accept code={code} />}
          {status === 'anonymous' && (
            <Link to="/auth" className={buttonClass({ look: 'primary' })}>
              {TEXTS.signIn}
            </Link>
          )}
        </section>
      )}
    </PageFrame>
  );
}
