import type { AccountLink, LinkPurpose } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { HttpError } from '../../../api/http.js';
import { useSession } from '../../../session/session.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { AuthLayout, useSignInOptions } from '../auth/index.js';
import { linkQuery } from './account-links.queries.js';
import { LINK_TEXTS as TEXTS, PURPOSE_TEXTS } from './account-links.texts.js';
import { ClaimEmail } from './claim-email.js';
import { ConfirmLink } from './confirm-link.js';
import { useLinkToken } from './link-token.js';
import { ResetPassword } from './reset-password.js';

/** The page of a link from a mail or an operator. Opening it changes nothing. */
export function LinkPage({ purpose }: { purpose: LinkPurpose }) {
  usePageTitle(PURPOSE_TEXTS[purpose].title);
  const token = useLinkToken(purpose);
  const { data: link, error, refetch } = useQuery(linkQuery(purpose, token));
  if (link) return <WorkingLink link={link} token={token} />;
  if (!error) return <AuthLayout {...TEXTS.checking}>{null}</AuthLayout>;
  // A malformed token is refused like an expired one.
  const isExpired = error instanceof HttpError && [400, 404].includes(error.status);
  return isExpired ? (
    <ExpiredLink purpose={purpose} />
  ) : (
    <AuthLayout {...TEXTS.failed}>
      <div className="auth__done" role="alert">
        <Button look="primary" onClick={() => void refetch()}>
          {TEXTS.retry}
        </Button>
      </div>
    </AuthLayout>
  );
}

function WorkingLink({ link, token }: { link: AccountLink; token: string }) {
  const { purpose, email } = link;
  const username = link.username ?? '';
  if (purpose === 'reset-password') return <ResetPassword username={username} token={token} />;
  if (purpose === 'claim-email') return <ClaimEmail email={email ?? ''} token={token} />;
  return <ConfirmLink purpose={purpose} email={email ?? ''} username={username} token={token} />;
}

function ExpiredLink({ purpose }: { purpose: LinkPurpose }) {
  const { canMail } = useSignInOptions();
  const isMember = useSession().status === 'member';
  return (
    <AuthLayout {...TEXTS.expired}>
      <div className="auth__done">
        {purpose === 'reset-password' && canMail ? (
          <Link className={buttonClass({ look: 'primary' })} to="/auth/reset">
            {TEXTS.ask}
          </Link>
        ) : isMember ? (
          <Link className={buttonClass({ look: 'primary' })} to="/settings" search={{ tab: 'security' }}>
            {TEXTS.settings}
          </Link>
        ) : (
          <Link className={buttonClass({ look: 'primary' })} to="/auth">
            {TEXTS.signIn}
          </Link>
        )}
      </div>
    </AuthLayout>
  );
}
