import {
  inviteFromWaitlist,
  listWaitlist,
  type RegistrationInvite,
  removeFromWaitlist,
  type WaitlistEntryView,
} from '@oniverse/contracts';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf, listOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { useIsPast } from '../../../live/use-is-past.js';
import { Button } from '../../../ui/button.js';
import { formatShortMoment } from '../../../ui/dates.js';
import { PageHead } from '../../../ui/page-head.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { SearchField } from '../../../ui/search-field.js';
import { showToast } from '../../../ui/toast-store.js';
import { useDebounced } from '../../../ui/use-debounced.js';
import { GuardedDialog } from '../../account/security/index.js';
import { ConsoleFrame } from './console-frame.js';
import { ConsoleList } from './console-list.js';
import { SEARCH_DELAY_MS } from './console.texts.js';
import { InviteLinkDialog } from './invite-link-dialog.js';
import { useStaffChange } from './staff-changes.js';
import { WAITLIST_TEXTS as TEXTS } from './waitlist.texts.js';

const SHOWN = addressOf(listWaitlist);

function State({ entry: { invitedAt, inviteExpiresAt, joinedAt } }: { entry: WaitlistEntryView }) {
  const isExpired = useIsPast(inviteExpiresAt === null ? undefined : Date.parse(inviteExpiresAt));
  if (joinedAt !== null) return TEXTS.joined;
  if (invitedAt === null || inviteExpiresAt === null) return null;
  return isExpired ? TEXTS.expired : TEXTS.invited(formatShortMoment(new Date(inviteExpiresAt)));
}

function Entry({ entry }: { entry: WaitlistEntryView }) {
  const { id, email, oniId, createdAt, invitedAt, joinedAt } = entry;
  const client = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const [shown, setShown] = useState<RegistrationInvite>();
  const invitation = useStaffChange(async () => send(inviteFromWaitlist, { id }), {
    shows: SHOWN,
    failed: TEXTS.inviteFailed,
    onDone: (invite) => (invite.isMailed ? showToast(TEXTS.mailed(email)) : setShown(invite)),
  });
  return (
    <>
      <div>
        <p>
          <bdi>{email}</bdi>
        </p>
        <p className="small faint">
          {oniId !== null && <>{TEXTS.claims(oniId)}, </>}
          {TEXTS.since} <RelativeTime at={createdAt} />
        </p>
        <p className="small muted">
          <State entry={entry} />
        </p>
      </div>
      <div className="row">
        {joinedAt === null && (
          <Button
            small
            aria-label={TEXTS.inviteOf(email)}
            pending={invitation.isPending && TEXTS.inviting}
            onClick={() => invitation.run(undefined)}
          >
            {invitedAt === null ? TEXTS.invite : TEXTS.inviteAgain}
          </Button>
        )}
        <Button small look="quiet" aria-label={TEXTS.removeOf(email)} onClick={() => setRemoving(true)}>
          {TEXTS.remove}
        </Button>
      </div>
      {shown && <InviteLinkDialog invite={shown} onClose={() => setShown(undefined)} />}
      {isRemoving && (
        <GuardedDialog
          {...TEXTS.removal}
          title={TEXTS.removal.title(email)}
          action={async () => send(removeFromWaitlist, { id })}
          onDone={() => void invalidateAndRefetch(client, { queryKey: SHOWN })}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}

/** Who waits for an account. */
export function WaitlistPage() {
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), SEARCH_DELAY_MS);
  const list = useInfiniteQuery({
    ...listOf(listWaitlist, q === '' ? {} : { query: { q } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    // The audit log has each look.
    refetchOnWindowFocus: false,
  });
  return (
    <ConsoleFrame title={TEXTS.title}>
      <PageHead title={TEXTS.title} />
      <p className="muted">{TEXTS.text}</p>
      <div className="console__search">
        <SearchField label={TEXTS.search} placeholder={TEXTS.search} value={typed} onChange={setTyped} />
      </div>
      <ConsoleList
        list={list}
        texts={q === '' ? TEXTS.list : { ...TEXTS.list, empty: TEXTS.noneFound }}
        keyOf={({ id }) => id}
      >
        {(entry) => <Entry entry={entry} />}
      </ConsoleList>
    </ConsoleFrame>
  );
}
