import {
  type AccountSecurity,
  type FieldRules,
  type ReauthenticateBody,
  SECURITY_RULES,
  startConfirmation,
} from '@oniverse/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { send } from '../../../api/calls.js';
import { isProblem } from '../../../api/http.js';
import { PasskeyError, passkeyObstacle } from '../../../api/passkey-support.js';
import { requestPasskey } from '../../../api/passkeys.js';
import { violationOf } from '../../../api/sentences.js';
import { Button } from '../../../ui/button.js';
import { CodeInput } from '../../../ui/code-input.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { Icon } from '../../../ui/icons.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { useConfirmation } from './confirmation.js';
import { failureTextOf } from './failures.js';
import { reauthenticate, securityQuery } from './security.queries.js';
import { CONFIRMATION_TEXTS as TEXTS } from './security.texts.js';

type SecondProof = 'code' | 'recoveryCode';

/** The second proofs that go with the password, the usual one first. */
function secondProofsOf({ totpSince, passkeys }: AccountSecurity): readonly SecondProof[] {
  if (totpSince !== null) return ['code', 'recoveryCode'];
  return passkeys.length > 0 ? ['recoveryCode'] : [];
}

const canUsePasskey = ({ passkeys, passkeyDomain }: AccountSecurity): boolean =>
  passkeys.length > 0 && passkeyObstacle(passkeyDomain) === undefined;

const requiredText = (rules: FieldRules, missing: string) => ({
  validate: (text: string) => (text === '' ? missing : (violationOf(rules, text) ?? true)),
});

function usePasskeyConfirmation(onConfirmed: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { challenge, options } = await send(startConfirmation);
      await reauthenticate(client, { challenge, passkey: await requestPasskey(options) });
    },
    onSuccess: onConfirmed,
    onError: showNoToast,
  });
}

interface PasskeyButtonProps {
  confirmation: ReturnType<typeof usePasskeyConfirmation>;
  disabled: boolean;
}

function PasskeyButton({ confirmation: { mutate, isPending, error }, disabled }: PasskeyButtonProps) {
  const isCancelled = error instanceof PasskeyError && error.problem === 'cancelled';
  const failure = error && failureTextOf(error);
  return (
    <div>
      <Button block disabled={disabled} pending={isPending && TEXTS.pending} onClick={() => mutate()}>
        <Icon name="passkey" small />
        {TEXTS.passkey}
      </Button>
      {isCancelled && <output className="hint">{TEXTS.noPasskey}</output>}
      {failure && (
        <p className="error" role="alert">
          {failure}
        </p>
      )}
      <p className="security__separator tiny">{TEXTS.or}</p>
    </div>
  );
}

interface QuestionProps {
  security: AccountSecurity;
  /** Already typed for the action. */
  password: string;
  settle: (isConfirmed: boolean) => void;
}

function ConfirmationForm({ security, password: typed, settle }: QuestionProps) {
  const client = useQueryClient();
  const proofs = secondProofsOf(security);
  const [proof, setProof] = useState(proofs[0]);
  const other = proofs.find((one) => one !== proof);
  const { register, control, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: typed, code: '', recoveryCode: '' },
    shouldUnregister: true,
  });
  const { errors } = formState;
  const byPasskey = usePasskeyConfirmation(() => settle(true));
  const { mutate, isPending } = useMutation({
    mutationFn: (body: ReauthenticateBody) => reauthenticate(client, body),
    onSuccess: () => settle(true),
    onError: (error) => {
      const isPasswordWrong = !isProblem(error, 'invalid_code');
      const field = isPasswordWrong ? 'password' : (proof ?? 'password');
      setError(field, { message: failureTextOf(error) ?? '' }, { shouldFocus: true });
    },
  });
  return (
    <FormDialog
      title={TEXTS.title}
      text={TEXTS.text}
      texts={TEXTS}
      isPending={isPending || byPasskey.isPending}
      isDirty={false}
      onSubmit={handleSubmit(({ password, ...second }) =>
        mutate({ password, ...(proof && { [proof]: second[proof] }) }),
      )}
      onClose={() => settle(false)}
    >
      {canUsePasskey(security) && <PasskeyButton confirmation={byPasskey} disabled={isPending} />}
      <Field
        label={TEXTS.password}
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', requiredText(SECURITY_RULES.password, TEXTS.passwordMissing))}
      />
      {proof === 'code' && (
        <Controller
          name="code"
          control={control}
          rules={{ validate: (text) => violationOf(SECURITY_RULES.requiredCode, text) ?? true }}
          render={({ field: { ref, value, onChange } }) => (
            <CodeInput
              ref={ref}
              label={TEXTS.code}
              value={value}
              error={errors.code?.message}
              onChange={onChange}
            />
          )}
        />
      )}
      {proof === 'recoveryCode' && (
        <Field
          label={TEXTS.recoveryCode}
          hint={TEXTS.recoveryCodeHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errors.recoveryCode?.message}
          {...register('recoveryCode', requiredText(SECURITY_RULES.recoveryCode, TEXTS.recoveryCodeMissing))}
        />
      )}
      {other && (
        <button type="button" className="act security__other" onClick={() => setProof(other)}>
          {other === 'code' ? TEXTS.byApp : TEXTS.byRecoveryCode}
        </button>
      )}
    </FormDialog>
  );
}

/** Asks the question of {@link useConfirmation}. Each page with guarded actions shows it once. */
export function ConfirmIdentityDialog() {
  const question = useConfirmation((state) => state.question);
  const { data } = useQuery(securityQuery);
  // An action that waits for an answer fails if the page is left.
  useEffect(() => () => useConfirmation.getState().question?.settle(false), []);
  if (!question || !data) return null;
  return <ConfirmationForm security={data} password={question.password} settle={question.settle} />;
}
