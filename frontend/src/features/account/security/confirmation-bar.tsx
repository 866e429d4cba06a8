import { lockChanges, REAUTHENTICATION_MS } from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../../api/calls.js';
import { deviceTimeOf } from '../../../api/server-clock.js';
import { useSecondsUntil } from '../../../live/use-seconds-until.js';
import { formatClock } from '../../../ui/dates.js';
import { Icon } from '../../../ui/icons.js';
import { askToConfirm } from './confirmation.js';
import { showFailure } from './failures.js';
import { refreshAccount, setAuthenticatedUntil } from './security.queries.js';
import { CONFIRMATION_TEXTS as TEXTS } from './security.texts.js';

function LockButton() {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => send(lockChanges),
    onSuccess: () => setAuthenticatedUntil(client, null),
    onError: (error) => showFailure(TEXTS.lockFailed, error),
    onSettled: () => refreshAccount(client),
  });
  return (
    <button type="button" className="act" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
      {isPending ? TEXTS.locking : TEXTS.lock}
    </button>
  );
}

/** Says whether sensitive changes are open, and until when. @param until null if they are locked */
export function ConfirmationBar({ until }: { until: string | null }) {
  const end = until === null ? 0 : Date.parse(until);
  const isOpen = useSecondsUntil(until === null ? 0 : deviceTimeOf(until)) > 0;
  return (
    <div className={isOpen ? 'security__bar is-open' : 'security__bar'}>
      <Icon name="private" small />
      <output>
        {isOpen ? TEXTS.open(formatClock(end - REAUTHENTICATION_MS), formatClock(end)) : TEXTS.locked}
      </output>
      {isOpen ? (
        <LockButton />
      ) : (
        <button type="button" className="act" onClick={() => askToConfirm().catch(() => undefined)}>
          {TEXTS.unlock}
        </button>
      )}
    </div>
  );
}
