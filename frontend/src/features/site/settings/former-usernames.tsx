import { type FormerUsername, listFormerUsernames, releaseFormerUsername } from '@oniverse/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf, send } from '../../../api/calls.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { formatDate } from '../../../ui/dates.js';
import { Failure } from '../../../ui/failure.js';
import { showFailure } from '../../../ui/show-failure.js';
import { showToast } from '../../../ui/toast-store.js';
import { FORMER_USERNAMES_TEXTS as TEXTS, PROFILE_TAB_TEXTS } from './settings.texts.js';
import { useChangeProfile } from './use-change-profile.js';

const formerUsernamesQuery = queryOf(listFormerUsernames);

function LetGoDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => send(releaseFormerUsername, { username }),
    onSuccess: () => showToast(TEXTS.released(username)),
    onError: (error) => showFailure(TEXTS.failed, error),
    onSettled: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: formerUsernamesQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      {...TEXTS.ask(username)}
      pending={isPending && TEXTS.releasing}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  );
}

interface FormerUsernamesProps {
  onTakenBack: (username: string) => void;
}

/** The former Oni IDs that still lead to the member. */
export function FormerUsernames({ onTakenBack }: FormerUsernamesProps) {
  const { data, isError, refetch } = useQuery({ ...formerUsernamesQuery, refetchOnMount: 'always' });
  const { mutate, isPending } = useChangeProfile(() => PROFILE_TAB_TEXTS.saved, PROFILE_TAB_TEXTS.failed);
  const [releasing, setReleasing] = useState<string>();
  const takeBack = ({ username }: FormerUsername) => {
    if (!isPending) mutate({ username }, { onSuccess: () => onTakenBack(username) });
  };
  if (!data && isError) return <Failure text={TEXTS.loadingFailed} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <div>
      <p className="faint">{TEXTS.lead}</p>
      <ul className="settings__list" aria-label={TEXTS.title}>
        {data.map((former) => (
          <li key={former.username} className="settings__row">
            <div className="grow">
              @{former.username}
              <div className="tiny faint">{TEXTS.until(formatDate(new Date(former.heldUntil)))}</div>
            </div>
            <Button
              small
              aria-label={TEXTS.takeBackName(former.username)}
              aria-disabled={isPending}
              onClick={() => takeBack(former)}
            >
              {TEXTS.takeBack}
            </Button>
            <Button
              small
              look="quiet"
              aria-label={TEXTS.letGoName(former.username)}
              onClick={() => setReleasing(former.username)}
            >
              {TEXTS.letGo}
            </Button>
          </li>
        ))}
      </ul>
      {releasing !== undefined && (
        <LetGoDialog username={releasing} onClose={() => setReleasing(undefined)} />
      )}
    </div>
  );
}
