import { claimEmail } from '@oniverse/contracts';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../../api/calls.js';
import { failureMessageOf } from '../../../api/http.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { AUTH_TEXTS } from './auth.texts.js';

const TEXTS = AUTH_TEXTS.taken;

/** Offers a link to an address that another account has. The answer is the same for every address. */
export function TakenEmail({ email }: { email: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => send(claimEmail, { body: { email } }),
    onError: showNoToast,
  });
  if (isSuccess) return <output className="small warm auth__ask">{TEXTS.sent}</output>;
  return (
    <div className="small auth__ask">
      {TEXTS.question}{' '}
      <button type="button" className="link" disabled={isPending} onClick={() => mutate()}>
        {isPending ? TEXTS.sending : TEXTS.send}
      </button>
      {error && (
        <p className="error" role="alert">
          {failureMessageOf(error)}
        </p>
      )}
    </div>
  );
}
