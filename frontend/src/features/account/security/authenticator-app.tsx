import { type AccountSecurity, disableTotp, startTotp } from '@oniverse/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../../api/calls.js';
import { Button } from '../../../ui/button.js';
import { Icon } from '../../../ui/icons.js';
import { useNow } from '../../../ui/now.js';
import { showToast } from '../../../ui/toast-store.js';
import { useGuard } from './confirmation.js';
import { formatDate } from './formats.js';
import { showFailure } from './failures.js';
import { GuardedDialog } from './guarded-dialog.js';
import { TOTP_TEXTS as TEXTS } from './security.texts.js';
import { TotpSetup } from './totp-setup.js';
import { useReturnedFocus } from './use-inline-form.js';

function AppInUse({ since, isLastFactor }: { since: string; isLastFactor: boolean }) {
  const now = useNow();
  const [isTurningOff, setTurningOff] = useState(false);
  return (
    <div className="security__row">
      <Icon name="phone" />
      <div className="grow">
        <b>{TEXTS.on(formatDate(since, now))}</b>
        <span className="small faint">{TEXTS.onText}</span>
      </div>
      <Button small look="danger" onClick={() => setTurningOff(true)}>
        {TEXTS.turnOff}
      </Button>
      {isTurningOff && (
        <GuardedDialog
          title={TEXTS.offTitle}
          text={isLastFactor ? TEXTS.offLastText : TEXTS.offText}
          confirm={TEXTS.offConfirm}
          pending={TEXTS.turningOff}
          action={() => send(disableTotp)}
          onDone={() => showToast(TEXTS.turnedOff)}
          onClose={() => setTurningOff(false)}
        />
      )}
    </div>
  );
}

interface AuthenticatorAppProps {
  security: AccountSecurity;
  /** Called with the recovery codes that come with the first factor. */
  onRecoveryCodes: (codes: readonly string[]) => void;
}

/** The authenticator app: its setup, or since when it is in use. */
export function AuthenticatorApp({ security, onRecoveryCodes }: AuthenticatorAppProps) {
  const guard = useGuard();
  const setup = useMutation({
    mutationFn: () => guard(() => send(startTotp)),
    onError: (error) => showFailure(TEXTS.setUpFailed, error),
  });
  const button = useReturnedFocus(setup.data !== undefined);
  const { totpSince, passkeys, canUseTotp } = security;
  if (totpSince !== null) return <AppInUse since={totpSince} isLastFactor={passkeys.length === 0} />;
  if (!canUseTotp) return <p className="muted">{TEXTS.unavailable}</p>;
  if (setup.data) {
    return <TotpSetup setup={setup.data} onRecoveryCodes={onRecoveryCodes} onClose={setup.reset} />;
  }
  return (
    <>
      <p className="muted">{TEXTS.none}</p>
      <div className="security__more">
        <Button ref={button} pending={setup.isPending && TEXTS.settingUp} onClick={() => setup.mutate()}>
          {TEXTS.setUp}
        </Button>
      </div>
    </>
  );
}
