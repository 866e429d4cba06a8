import { deviceName, endOtherSessions, endSession, type SessionView } from '@oniverse/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../../api/calls.js';
import { Button } from '../../../ui/button.js';
import { Failure } from '../../../ui/failure.js';
import { Icon } from '../../../ui/icons.js';
import { useNow } from '../../../ui/now.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { showToast } from '../../../ui/toast-store.js';
import { useGuard } from './confirmation.js';
import { deviceIcon, formatDay, networkName } from './formats.js';
import { showFailure } from './failures.js';
import { GuardedDialog } from './guarded-dialog.js';
import { refreshAccount, sessionsQuery } from './security.queries.js';
import { SESSIONS_TEXTS as TEXTS } from './security.texts.js';

function useEndSession() {
  const client = useQueryClient();
  const guard = useGuard();
  return useMutation({
    mutationFn: ({ id }: SessionView) => guard(() => send(endSession, { id })),
    onSuccess: (_ok, { id }) => {
      client.setQueryData(sessionsQuery.queryKey, (sessions) =>
        sessions?.filter((session) => session.id !== id),
      );
      showToast(TEXTS.ended);
    },
    onError: (error) => showFailure(TEXTS.endFailed, error),
    onSettled: () => refreshAccount(client),
  });
}

function SessionRow({ session }: { session: SessionView }) {
  const now = useNow();
  const { mutate, isPending } = useEndSession();
  const { device, address, current, createdAt, lastSeenAt } = session;
  const name = device === null ? TEXTS.unknown : deviceName(device);
  const facts = [...(address === null ? [] : [networkName(address)]), TEXTS.since(formatDay(createdAt, now))];
  return (
    <li className="security__row">
      <Icon name={deviceIcon(device)} />
      <div className="grow">
        <b {...(device !== null && { title: device })}>{name}</b>
        <span className="small faint">{facts.join(', ')}</span>
      </div>
      {current ? (
        <span className="small accent">{TEXTS.this}</span>
      ) : (
        <div className="row">
          <span className="small faint">
            <RelativeTime at={lastSeenAt} />
          </span>
          <Button
            small
            aria-label={TEXTS.endName(name)}
            pending={isPending && TEXTS.ending}
            onClick={() => mutate(session)}
          >
            {TEXTS.end}
          </Button>
        </div>
      )}
    </li>
  );
}

/** The sessions of the account, that of this page first. The others can be ended, one by one or at once. */
export function Sessions() {
  const { data, isError, refetch } = useQuery(sessionsQuery);
  const [isEndingAll, setEndingAll] = useState(false);
  if (!data && isError) return <Failure text={TEXTS.failed} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines text={TEXTS.loading} />;
  const others = data.filter(({ current }) => !current);
  return (
    <>
      <ul className="security__list">
        {[...data.filter(({ current }) => current), ...others].map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {others.length > 0 && (
        <div className="security__more">
          <Button look="danger" onClick={() => setEndingAll(true)}>
            {TEXTS.endAll}
          </Button>
        </div>
      )}
      {isEndingAll && (
        <GuardedDialog
          title={TEXTS.endAll}
          text={TEXTS.endAllText(others.length)}
          confirm={TEXTS.endAllConfirm}
          pending={TEXTS.ending}
          action={() => send(endOtherSessions)}
          onDone={() => showToast(TEXTS.endedAll)}
          onClose={() => setEndingAll(false)}
        />
      )}
    </>
  );
}
