import { type SecondFactor, signInChallengeSchema } from '@oniverse/contracts';
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import { parse } from '../../../api/parse.js';
import { Button } from '../../../ui/button.js';
import { CodeInput } from '../../../ui/code-input.js';
import { Field } from '../../../ui/field.js';
import { Icon } from '../../../ui/icons.js';
import { AUTH_TEXTS } from './auth.texts.js';
import type { AuthVariant } from './auth-variants.js';
import { useSignInOptions } from './sign-in-options.js';
import { SECOND_STEP_TEXTS as TEXTS } from './second-step.texts.js';
import { useSecondStep } from './use-second-step.js';

const secondFactorAnswer = v.object({ challenge: signInChallengeSchema });

export interface SecondStepProps {
  /** The body of the refusal that asked for a second factor. */
  answer: unknown;
  variant: AuthVariant;
  onRestart: () => void;
}

/** Asks for the second factor of a sign-in, in place of the form that asked for the password. */
export default function SecondStep({ answer, variant, onRestart }: SecondStepProps) {
  const challenge = useMemo(() => parse(secondFactorAnswer, answer).challenge, [answer]);
  const step = useSecondStep(challenge, variant);
  const { canUsePasskeys } = useSignInOptions();
  // A passkey that this browser cannot use at this address leads nowhere.
  const factors = challenge.factors.filter((known) => known !== 'passkey' || canUsePasskeys);
  const [factor, setFactor] = useState<SecondFactor>(factors[0] ?? 'recovery-code');
  const [typed, setTyped] = useState('');
  // A refusal is about the factor that was sent, not about one chosen since.
  const [sent, setSent] = useState<SecondFactor>();
  const problem = sent === factor ? step.problem : undefined;
  const codeInput = useRef<HTMLInputElement>(null);
  // The member came here to type it.
  useEffect(() => {
    if (factor === 'totp') codeInput.current?.focus();
  }, [factor]);
  const choose = (next: SecondFactor) => {
    setFactor(next);
    setTyped('');
    setSent(undefined);
  };
  const send = (text = typed) => {
    setSent(factor);
    if (factor === 'passkey') step.send('passkey');
    else step.send(factor === 'totp' ? { code: text } : { recoveryCode: text });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send();
  };
  if (step.isExpired) {
    return (
      <div className="stack" role="alert">
        <p>{TEXTS.expired}</p>
        <Button look="primary" onClick={onRestart}>
          {TEXTS.restart}
        </Button>
      </div>
    );
  }
  return (
    <form className="stack" noValidate aria-label={TEXTS.form} onSubmit={submit}>
      <div>
        <h2 className="h3">{TEXTS.heading}</h2>
        <p className="muted small">{TEXTS.text}</p>
      </div>
      {factor === 'totp' && (
        <CodeInput
          ref={codeInput}
          label={TEXTS.code}
          hint={TEXTS.codeHint}
          error={problem}
          value={typed}
          onChange={setTyped}
          onComplete={send}
        />
      )}
      {factor === 'recovery-code' && (
        <Field
          label={TEXTS.recoveryCode}
          hint={TEXTS.recoveryCodeHint}
          error={problem}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {factor === 'passkey' && <PasskeyHint problem={problem} isUnanswered={step.isPasskeyUnanswered} />}
      <div className="row between auth__foot">
        <Button
          look="primary"
          type="submit"
          pending={step.pending && TEXTS.confirming}
          disabled={factor !== 'passkey' && typed === ''}
        >
          {factor === 'passkey' ? (
            <>
              <Icon name="passkey" small />
              {TEXTS.passkey}
            </>
          ) : (
            TEXTS.confirm
          )}
        </Button>
        <button type="button" className="small link muted" onClick={onRestart}>
          {TEXTS.restart}
        </button>
      </div>
      <ul className="auth__ways">
        {factors
          .filter((other) => other !== factor)
          .map((other) => (
            <li key={other}>
              <button type="button" className="small link" onClick={() => choose(other)}>
                {TEXTS.others[other]}
              </button>
            </li>
          ))}
      </ul>
    </form>
  );
}

interface PasskeyHintProps {
  problem: string | undefined;
  isUnanswered: boolean;
}

function PasskeyHint({ problem, isUnanswered }: PasskeyHintProps) {
  if (problem !== undefined) {
    return (
      <p className="error" role="alert">
        {problem}
      </p>
    );
  }
  return isUnanswered ? <output className="hint">{AUTH_TEXTS.noPasskey}</output> : null;
}
