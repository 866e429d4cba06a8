import { deviceName, sessionSchema, type SessionView } from '@oniverse/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { http, failureMessageOf } from '../../api/http.js';
import { typedQuery } from '../../api/query-client.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Failure } from '../../ui/failure.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { SkeletonLines } from '../../ui/skeleton.js';
import { showToast } from '../../ui/toast-store.js';
import { SESSIONS_TEXTS as TEXTS } from './settings.texts.js';

/** Refetched on each visit, because no event announces changes of other sessions. */
const sessionsQuery = queryOptions({
  queryKey: ['/api', 'auth', 'sessions'] as const,
  queryFn: typedQuery(v.array(sessionSchema)),
  refetchOnMount: 'always',
});

function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SessionView) => http(`/api/auth/sessions/${id}`, { method: 'DELETE' }),
    onSuccess: (_ok, { id }) => {
      client.setQueryData(sessionsQuery.queryKey, (sessions) =>
        sessions?.filter((session) => session.id !== id),
      );
      showToast(TEXTS.ended);
    },
    onError: (error) =>
      showToast({
        title: TEXTS.endFailed,
        description: failureMessageOf(error),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

function SessionRow({ session }: { session: SessionView }) {
  const { mutate, isPending } = useEndSession();
  const name = session.device === null ? TEXTS.unknown : deviceName(session.device);
  return (
    <li className="set__row">
      <div className="grow">
        <span {...(session.device !== null && { title: session.device })}>{name}</span>
        <div className="mic faint">
          {TEXTS.seen} <RelativeTime at={session.lastSeenAt} />
        </div>
      </div>
      {session.current ? (
        <Badge filled tone="accent">
          {TEXTS.this}
        </Badge>
      ) : (
        <Button
          small
          aria-label={TEXTS.endName(name)}
          pending={isPending && TEXTS.ending}
          onClick={() => mutate(session)}
        >
          {TEXTS.end}
        </Button>
      )}
    </li>
  );
}

/** Every session except the current one can be ended. */
export function SessionList() {
  const { data, isError, refetch } = useQuery(sessionsQuery);
  if (!data && isError) return <Failure text={TEXTS.failed} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines text={TEXTS.loading} />;
  return (
    <ul className="set__list">
      {data.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ul>
  );
}
