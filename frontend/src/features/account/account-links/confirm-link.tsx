import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { failureMessageOf } from '../../../api/http.js';
import { endOwnSession } from '../../../session/session-end.js';
import { forgetSession, refreshSession, useSession } from '../../../session/session.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { saveToastForNextPage } from '../../../ui/toast-store.js';
import { AuthLayout } from '../auth/index.js';
import { type ConfirmedPurpose, confirmOwnSignIn, sendLink } from './account-links.queries.js';
import { LINK_TEXTS, PURPOSE_TEXTS } from './account-links.texts.js';
import { dropLinkToken } from './link-token.js';

interface ConfirmLinkProps {
  purpose: ConfirmedPurpose;
  email: string;
  username: string;
  token: string;
}

const textOf = ({ purpose, email, username }: ConfirmLinkProps): string =>
  purpose === 'verify-email' || purpose === 'undo-email'
    ? PURPOSE_TEXTS[purpose].text(email, username)
    : PURPOSE_TEXTS[purpose].text(username);

/** These links end all sessions of the account. */
const ENDS_SESSIONS: ReadonlySet<ConfirmedPurpose> = new Set(['undo-email', 'disown-sign-in']);

/** Uses a link at the press of a button: programs that scan mails open links, but press no buttons. */
export function ConfirmLink(props: ConfirmLinkProps) {
  const { purpose, username, token } = props;
  const texts = PURPOSE_TEXTS[purpose];
  const client = useQueryClient();
  const { status, user } = useSession();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      ENDS_SESSIONS.has(purpose) ? endOwnSession(() => sendLink(purpose, token)) : sendLink(purpose, token),
    onSuccess: async () => {
      dropLinkToken(purpose);
      if (ENDS_SESSIONS.has(purpose) && user?.username === username) {
        // This page's session has ended too.
        saveToastForNextPage({ title: texts.done.heading, description: texts.done.text });
        forgetSession(undefined, '/auth');
      } else {
        await refreshSession(client);
      }
    },
    onError: showNoToast,
  });
  const answer = useMutation({
    mutationFn: () => confirmOwnSignIn(token),
    onSuccess: () => dropLinkToken(purpose),
    onError: showNoToast,
  });
  const failure = error ?? answer.error;
  if (isSuccess || answer.isSuccess) {
    const done = answer.isSuccess ? PURPOSE_TEXTS['disown-sign-in'].kept : texts.done;
    return (
      <AuthLayout {...done}>
        <output className="auth__done">
          <NextStep />
        </output>
      </AuthLayout>
    );
  }
  const needsSignIn = purpose === 'verify-email' && status === 'anonymous';
  return (
    <AuthLayout
      heading={texts.heading}
      text={needsSignIn ? PURPOSE_TEXTS['verify-email'].signIn(username) : textOf(props)}
    >
      <div className="auth__done">
        {needsSignIn ? (
          <Link className={buttonClass({ look: 'primary' })} to="/auth">
            {LINK_TEXTS.signIn}
          </Link>
        ) : (
          <Button look="primary" pending={isPending && texts.pending} onClick={() => mutate()}>
            {texts.submit}
          </Button>
        )}
        {purpose === 'disown-sign-in' && (
          <Button disabled={isPending || answer.isPending} onClick={() => answer.mutate()}>
            {PURPOSE_TEXTS['disown-sign-in'].mine}
          </Button>
        )}
        {failure && (
          <p className="error" role="alert">
            {failureMessageOf(failure)}
          </p>
        )}
      </div>
    </AuthLayout>
  );
}

function NextStep() {
  const isMember = useSession().status === 'member';
  return isMember ? (
    <Link className={buttonClass({ look: 'primary' })} to="/homepage">
      {LINK_TEXTS.home}
    </Link>
  ) : (
    <Link className={buttonClass({ look: 'primary' })} to="/auth">
      {LINK_TEXTS.signIn}
    </Link>
  );
}
