import { type AccountSecurity, type CurrentUser, makeRecoveryCodes } from '@oniverse/contracts';
import { useEffect, useRef, useState } from 'react';
import { send } from '../../../api/calls.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { copyText } from '../../../ui/copy-text.js';
import { Icon } from '../../../ui/icons.js';
import { hasFactors } from './confirmation.js';
import { GuardedDialog } from './guarded-dialog.js';
import { RECOVERY_TEXTS as TEXTS } from './security.texts.js';

/** At this number, the page asks for new codes. */
const FEW = 3;

const copy = async (codes: readonly string[]): Promise<void> =>
  copyText(codes.join('\n'), TEXTS.copied, { title: TEXTS.copyFailed });

const fileOf = (username: string, codes: readonly string[]): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`${[TEXTS.fileHead(username), '', ...codes].join('\n')}\n`)}`;

interface NewCodesProps {
  username: string;
  codes: readonly string[];
}

function NewCodes({ username, codes }: NewCodesProps) {
  const list = useRef<HTMLOListElement>(null);
  // New codes can come from another part of the page, and are shown only now.
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'center' });
    list.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <ol className="security__codes" ref={list} tabIndex={-1} aria-label={TEXTS.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="hint">{TEXTS.once}</p>
      <a className={buttonClass({ small: true })} href={fileOf(username, codes)} download={TEXTS.file}>
        <Icon name="download" small />
        {TEXTS.download}
      </a>
      <Button small onClick={() => void copy(codes)}>
        {TEXTS.copy}
      </Button>
    </>
  );
}

function stateText(left: number): string {
  if (left === 0) return TEXTS.empty;
  return left <= FEW ? `${TEXTS.hidden} ${TEXTS.few}` : TEXTS.hidden;
}

interface RecoveryCodesProps {
  user: CurrentUser;
  security: AccountSecurity;
  /** Made since the page was opened; null if they cannot be shown any longer. */
  codes: readonly string[] | null;
  onCodes: (codes: readonly string[]) => void;
}

/** The recovery codes: shown once after they are made, otherwise only how many are left. */
export function RecoveryCodes({ user, security, codes, onCodes }: RecoveryCodesProps) {
  const [isAsking, setAsking] = useState(false);
  const { recoveryCodesLeft: left } = security;
  if (!hasFactors(security)) return <p className="muted">{TEXTS.none}</p>;
  return (
    <>
      {codes === null && <p className={left <= FEW ? 'warm' : 'muted'}>{stateText(left)}</p>}
      <div className="security__more row">
        {codes && <NewCodes key={codes.join(' ')} username={user.username} codes={codes} />}
        <Button small onClick={() => setAsking(true)}>
          {TEXTS.make}
        </Button>
      </div>
      {isAsking && (
        <GuardedDialog
          harmless={left === 0}
          title={TEXTS.makeTitle}
          text={TEXTS.makeText(left)}
          confirm={TEXTS.makeConfirm}
          pending={TEXTS.making}
          action={() => send(makeRecoveryCodes)}
          onDone={({ codes: made }) => onCodes(made)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
