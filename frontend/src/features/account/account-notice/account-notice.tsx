import './account-notice.css';
import { type CurrentUser, sendEmailVerification } from '@oniverse/contracts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { send } from '../../../api/calls.js';
import { showFailure } from '../../../ui/show-failure.js';
import { showToast } from '../../../ui/toast-store.js';
import { useSignInOptions } from '../auth/index.js';
import { NOTICE_TEXTS as TEXTS } from './account-notice.texts.js';

const DISMISSED_KEY = 'oni-verify-later';

function readDismissed(): string | null {
  try {
    return localStorage.getItem(DISMISSED_KEY);
  } catch {
    return null;
  }
}

function storeDismissed(email: string): void {
  try {
    localStorage.setItem(DISMISSED_KEY, email);
  } catch {
    // Storage is blocked: the notice returns on the next page load.
  }
}

/** Says that the account has no address, or an unverified one. The latter notice can be dismissed on this device. */
export function AccountNotice({ user: { email, emailVerifiedAt } }: { user: CurrentUser }) {
  const { canMail } = useSignInOptions();
  if (email === null) {
    return (
      <aside className="notice" aria-label={TEXTS.label}>
        <p>{TEXTS.lost}</p>
        <Link className="act" to="/settings" search={{ tab: 'security' }}>
          {TEXTS.add}
        </Link>
      </aside>
    );
  }
  return emailVerifiedAt === null && canMail ? <Unverified key={email} email={email} /> : null;
}

function Unverified({ email }: { email: string }) {
  const [isDismissed, setDismissed] = useState(() => readDismissed() === email);
  const { mutate, isPending } = useMutation({
    mutationFn: () => send(sendEmailVerification),
    onSuccess: () => showToast(TEXTS.sent),
    onError: (error) => showFailure(TEXTS.failed, error),
  });
  if (isDismissed) return null;
  const dismiss = () => {
    storeDismissed(email);
    setDismissed(true);
  };
  return (
    <aside className="notice" aria-label={TEXTS.label}>
      <p>{TEXTS.unverified(email)}</p>
      <button type="button" className="act" disabled={isPending} onClick={() => mutate()}>
        {isPending ? TEXTS.sending : TEXTS.send}
      </button>
      <button type="button" className="act" onClick={dismiss}>
        {TEXTS.dismiss}
      </button>
    </aside>
  );
}
