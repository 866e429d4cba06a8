import {
  confirmTotp,
  firstViolation,
  SECURITY_RULES,
  TOTP,
  type TotpSetup as Setup,
} from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { send } from '../../../api/calls.js';
import { Button } from '../../../ui/button.js';
import { CodeInput } from '../../../ui/code-input.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { showToast } from '../../../ui/toast-store.js';
import { useGuard } from './confirmation.js';
import { failureTextOf } from './failures.js';
import { refreshAccount } from './security.queries.js';
import { SECURITY_TEXTS, TOTP_TEXTS as TEXTS } from './security.texts.js';

const QrCode = lazyPart(() => import('./qr-code.js'));

/** Returns a secret in groups of four, as one types it. */
const grouped = (secret: string): string => secret.match(/.{1,4}/gu)?.join(' ') ?? '';

interface TotpSetupProps {
  setup: Setup;
  onRecoveryCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

/** Shows the secret of an authenticator app, and turns the app on with its first code. */
export function TotpSetup({ setup, onRecoveryCodes, onClose }: TotpSetupProps) {
  const client = useQueryClient();
  const guard = useGuard();
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // The button that had the focus is gone.
  useEffect(() => input.current?.focus(), []);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => guard(() => send(confirmTotp, { body: { code } })),
    onSuccess: async ({ recoveryCodes }) => {
      showToast(TEXTS.turnedOn);
      await refreshAccount(client);
      onClose();
      if (recoveryCodes) onRecoveryCodes(recoveryCodes);
    },
    onError: () => input.current?.focus(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (firstViolation(SECURITY_RULES.requiredCode, code) === undefined) mutate();
  };
  return (
    <form className="totp" noValidate onSubmit={submit}>
      <div className="totp__plate neat">
        <Suspense fallback={<output className="vh">{TEXTS.qrLoading}</output>}>
          <QrCode content={setup.uri} label={TEXTS.qrCode} />
        </Suspense>
      </div>
      <div>
        <ol className="totp__steps">
          <li>
            <b>{TEXTS.scan}</b> {TEXTS.scanRest}
            <p className="small faint">{TEXTS.byHand}</p>
            <code className="totp__key">{grouped(setup.secret)}</code>
            <a className="link small totp__open" href={setup.uri}>
              {TEXTS.openApp}
            </a>
          </li>
          <li>
            <b>{TEXTS.enter}</b> {TEXTS.enterRest}
            <CodeInput
              ref={input}
              label={TEXTS.code}
              hint={TEXTS.codeHint}
              value={code}
              error={error ? failureTextOf(error) : undefined}
              onChange={(digits) => {
                setCode(digits);
                reset();
              }}
            />
          </li>
        </ol>
        <div className="row totp__actions">
          <Button
            look="primary"
            type="submit"
            disabled={code.length < TOTP.digits}
            pending={isPending && TEXTS.turningOn}
          >
            {TEXTS.turnOn}
          </Button>
          <Button look="quiet" disabled={isPending} onClick={onClose}>
            {SECURITY_TEXTS.cancel}
          </Button>
        </div>
      </div>
    </form>
  );
}
