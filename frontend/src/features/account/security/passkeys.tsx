import type { AccountSecurity } from '@oniverse/contracts';
import { passkeyObstacle } from '../../../api/passkey-support.js';
import { Button } from '../../../ui/button.js';
import { Icon } from '../../../ui/icons.js';
import { AddPasskey } from './add-passkey.js';
import { PasskeyRow } from './passkey-row.js';
import { PASSKEY_TEXTS as TEXTS } from './security.texts.js';
import { useInlineForm } from './use-inline-form.js';

interface PasskeysProps {
  security: AccountSecurity;
  /** Called with the recovery codes that come with the first factor. */
  onRecoveryCodes: (codes: readonly string[]) => void;
}

/** The passkeys of the account, and a way to add one where this browser can. */
export function Passkeys({ security, onRecoveryCodes }: PasskeysProps) {
  const { isOpen, button, open, close } = useInlineForm();
  const { passkeys, passkeyDomain, totpSince } = security;
  const obstacle = passkeyObstacle(passkeyDomain);
  const isLastFactor = passkeys.length === 1 && totpSince === null;
  return (
    <>
      {passkeys.length === 0 && <p className="muted">{TEXTS.none}</p>}
      {passkeys.length > 0 && (
        <ul className="security__list">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} isLastFactor={isLastFactor} />
          ))}
        </ul>
      )}
      <div className="security__more">
        {obstacle === 'unsupported' && <p className="hint">{TEXTS.unsupported}</p>}
        {obstacle === 'other-domain' && <p className="hint">{TEXTS.otherDomain(passkeyDomain)}</p>}
        {obstacle === undefined && isOpen && <AddPasskey onRecoveryCodes={onRecoveryCodes} onClose={close} />}
        {obstacle === undefined && !isOpen && (
          <Button ref={button} onClick={open}>
            <Icon name="plus" small />
            {TEXTS.add}
          </Button>
        )}
      </div>
    </>
  );
}
