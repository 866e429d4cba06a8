import '../../../ui/action.css';
import './security.css';
import type { AccountSecurity, CurrentUser } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from '../../../session/session.js';
import { Failure } from '../../../ui/failure.js';
import { Section } from '../../../ui/section.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { Activity } from './activity.js';
import { Address } from './address.js';
import { AuthenticatorApp } from './authenticator-app.js';
import { ConfirmIdentityDialog } from './confirm-identity-dialog.js';
import { hasFactors } from './confirmation.js';
import { ConfirmationBar } from './confirmation-bar.js';
import { EraseAccount } from './erase-account.js';
import { ExportData } from './export-data.js';
import { Passkeys } from './passkeys.js';
import { PasswordForm } from './password-form.js';
import { RecoveryCodes } from './recovery-codes.js';
import { securityQuery } from './security.queries.js';
import {
  ACTIVITY_TEXTS,
  ADDRESS_TEXTS,
  DATA_TEXTS,
  PASSKEY_TEXTS,
  PASSWORD_TEXTS,
  RECOVERY_TEXTS,
  SECURITY_TEXTS,
  SESSIONS_TEXTS,
  TOTP_TEXTS,
} from './security.texts.js';
import { Sessions } from './sessions.js';
import type { SecurityFormsState } from './use-security-forms.js';

/** A closed connection misses events, so that the address may have been verified since it was fetched. */
const ADDRESS_FRESH_MS = 5_000;

interface SecurityTabProps {
  user: CurrentUser;
  forms: SecurityFormsState;
}

/** The settings that protect the account, and a bar that shows whether they can be changed now. */
export function SecurityTab({ user, forms: { password, codes, setCodes } }: SecurityTabProps) {
  const { data: security, isError, refetch } = useQuery(securityQuery);
  useQuery({ ...sessionQuery, staleTime: ADDRESS_FRESH_MS });
  const isFailed = !security && isError;
  const whenLoaded = (render: (loaded: AccountSecurity) => ReactNode): ReactNode => {
    if (security) return render(security);
    return isFailed ? null : <SkeletonLines text={SECURITY_TEXTS.loading} count={2} />;
  };
  return (
    <div className="security">
      {isFailed ? (
        <Failure text={SECURITY_TEXTS.failed} onRetry={() => void refetch()} />
      ) : (
        whenLoaded(({ authenticatedUntil }) => <ConfirmationBar until={authenticatedUntil} />)
      )}
      {!isFailed && (
        <Section title={ADDRESS_TEXTS.title} note={ADDRESS_TEXTS.note}>
          {whenLoaded((loaded) => (
            <Address user={user} security={loaded} />
          ))}
        </Section>
      )}
      <Section title={PASSWORD_TEXTS.title}>
        <PasswordForm username={user.username} form={password} />
      </Section>
      {!isFailed && (
        <>
          <Section title={PASSKEY_TEXTS.title} note={PASSKEY_TEXTS.note}>
            {whenLoaded((loaded) => (
              <Passkeys security={loaded} onRecoveryCodes={setCodes} />
            ))}
          </Section>
          <Section title={TOTP_TEXTS.title} note={TOTP_TEXTS.note}>
            {whenLoaded((loaded) => (
              <AuthenticatorApp security={loaded} onRecoveryCodes={setCodes} />
            ))}
          </Section>
          <Section
            title={RECOVERY_TEXTS.title}
            {...(security &&
              hasFactors(security) && { note: RECOVERY_TEXTS.left(security.recoveryCodesLeft) })}
          >
            {whenLoaded((loaded) => (
              <RecoveryCodes user={user} security={loaded} codes={codes} onCodes={setCodes} />
            ))}
          </Section>
        </>
      )}
      <Section title={SESSIONS_TEXTS.title} note={SESSIONS_TEXTS.note}>
        <Sessions />
      </Section>
      <Section title={ACTIVITY_TEXTS.title} note={ACTIVITY_TEXTS.note}>
        <Activity onDisowned={() => password.focus()} />
      </Section>
      <Section title={DATA_TEXTS.title}>
        <ExportData />
      </Section>
      <Section title={DATA_TEXTS.eraseTitle}>
        <EraseAccount user={user} />
      </Section>
      <ConfirmIdentityDialog />
    </div>
  );
}
