import {
  type AccountActivityKind,
  type AccountActivityView,
  deviceName,
  disownActivity,
  LINK_LIFETIME_MS,
} from '@oniverse/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { send } from '../../../api/calls.js';
import { failureMessageOf } from '../../../api/http.js';
import { Button } from '../../../ui/button.js';
import { formatMoment } from '../../../ui/dates.js';
import { Failure } from '../../../ui/failure.js';
import { MoreButton } from '../../../ui/more-button.js';
import { useNow } from '../../../ui/now.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { showToast } from '../../../ui/toast-store.js';
import { activitySentence } from './activity.texts.js';
import { formatLogTime, networkName } from './formats.js';
import { GuardedDialog } from './guarded-dialog.js';
import { activityQuery, sessionsQuery } from './security.queries.js';
import { ACTIVITY_TEXTS as TEXTS, SESSIONS_TEXTS } from './security.texts.js';

const SIGN_INS: ReadonlySet<AccountActivityKind> = new Set(['signed_in', 'signed_in_new_device']);
const FAILURES: ReadonlySet<AccountActivityKind> = new Set([
  'sign_in_failed',
  'second_factor_failed',
  'erasure_refused',
]);
/** As long as the link in the mail about a sign-in. Older sessions are in the list of sessions. */
const DISOWN_MS = LINK_LIFETIME_MS['disown-sign-in'];

function dotClass(kind: AccountActivityKind): string {
  if (FAILURES.has(kind)) return 'trail__dot is-bad';
  return kind === 'signed_in_new_device' ? 'trail__dot is-new' : 'trail__dot';
}

interface DisownDialogProps {
  entry: AccountActivityView;
  onDisowned: () => void;
  onClose: () => void;
}

function DisownDialog({ entry, onDisowned, onClose }: DisownDialogProps) {
  const isDisowned = useRef(false);
  return (
    <GuardedDialog
      title={TEXTS.disownTitle}
      text={TEXTS.disownText(entry.device === null ? SESSIONS_TEXTS.unknown : deviceName(entry.device))}
      confirm={TEXTS.disownConfirm}
      pending={TEXTS.disowning}
      action={() => send(disownActivity, { id: entry.id })}
      onDone={() => {
        showToast(TEXTS.disowned);
        isDisowned.current = true;
      }}
      onClose={onClose}
      returnTo={() => {
        // Only now, because the closing dialog moves the focus.
        if (isDisowned.current) onDisowned();
        return null;
      }}
    />
  );
}

interface EntryProps {
  entry: AccountActivityView;
  /** Whether it is the sign-in of another session. */
  isForeign: boolean;
  onDisowned: () => void;
}

function Entry({ entry, isForeign, onDisowned }: EntryProps) {
  const now = useNow();
  const [isDisowning, setDisowning] = useState(false);
  const { kind, device, address, createdAt } = entry;
  const facts = [
    ...(device === null ? [] : [deviceName(device)]),
    ...(address === null ? [] : [networkName(address)]),
  ];
  return (
    <li>
      <time dateTime={createdAt} title={formatMoment(Date.parse(createdAt))}>
        {formatLogTime(createdAt, now)}
      </time>
      <span className={dotClass(kind)} aria-hidden="true" />
      <div className="trail__text">
        <b>{activitySentence(entry)}</b> <span className="small faint">{facts.join(', ')}</span>
      </div>
      {isForeign && now - Date.parse(createdAt) < DISOWN_MS && (
        <Button
          small
          {...(kind === 'signed_in_new_device' && { look: 'danger' })}
          onClick={() => setDisowning(true)}
        >
          {TEXTS.disown}
        </Button>
      )}
      {isDisowning && (
        <DisownDialog entry={entry} onDisowned={onDisowned} onClose={() => setDisowning(false)} />
      )}
    </li>
  );
}

interface ActivityProps {
  /** Called after the member reported a sign-in as not their own. */
  onDisowned: () => void;
}

/** The security log of the account, the newest entry first. */
export function Activity({ onDisowned }: ActivityProps) {
  const list = useInfiniteQuery(activityQuery);
  const { data: sessions } = useQuery(sessionsQuery);
  const { data, isError, error, refetch } = list;
  if (!data && isError) return <Failure text={TEXTS.failed} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines text={TEXTS.loading} />;
  const entries = data.pages.flatMap(({ items }) => items);
  if (entries.length === 0) return <p className="muted">{TEXTS.empty}</p>;
  const ownSession = sessions?.find(({ current }) => current)?.id;
  return (
    <>
      <ol className="trail">
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            isForeign={sessions !== undefined && SIGN_INS.has(entry.kind) && entry.sessionId !== ownSession}
            onDisowned={onDisowned}
          />
        ))}
      </ol>
      <div className="trail__end">
        {list.isFetchNextPageError && (
          <p className="small danger" role="alert">
            {failureMessageOf(error)}
          </p>
        )}
        <MoreButton small list={list} name={TEXTS.more} pending={TEXTS.loadingMore} />
        {!list.hasNextPage && <p className="tiny">{TEXTS.end}</p>}
      </div>
    </>
  );
}
