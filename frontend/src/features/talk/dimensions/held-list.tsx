import { DECLINE_WORD, HELD_MESSAGE_LIMITS, type HeldMessageView } from '@oniverse/contracts';
import { type FormEvent, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { violationOf } from '../../../api/sentences.js';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { useKeptValues } from '../../../forms/use-kept-values.js';
import { Button } from '../../../ui/button.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { TextArea } from '../../../ui/text-area.js';
import { showToast } from '../../../ui/toast-store.js';
import { HELD_TEXTS as TEXTS } from './filters.texts.js';
import { StaffList } from './staff-list.js';
import { StaffMember } from './staff-member.js';
import { useDeclineHeld, useHeld, useReleaseHeld } from './staff.queries.js';

const NO_WORD = { word: '' };

interface DeclineDialogProps {
  serverId: string;
  held: HeldMessageView;
  onClose: () => void;
}

function DeclineDialog({ serverId, held: { id, username, content }, onClose }: DeclineDialogProps) {
  const { mutate: decline, isPending, error } = useDeclineHeld(serverId);
  const [word, setWord] = useState('');
  const kept = useKeptValues(`decline:${id}`, {
    stored: NO_WORD,
    values: { word },
    setValues: (texts) => setWord(texts.word),
  });
  const close = () => {
    kept.forget();
    onClose();
  };
  const wordError = violationOf(DECLINE_WORD, word);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wordError !== undefined) return;
    decline(
      { id, word },
      {
        onSuccess: () => {
          showToast({ title: TEXTS.declined(username) });
          close();
        },
      },
    );
  };
  return (
    <FormDialog
      title={TEXTS.declineOf(username)}
      texts={TEXTS.form}
      isPending={isPending}
      isDirty={word.trim() !== ''}
      error={error ? failureMessageOf(error) : undefined}
      onSubmit={submit}
      onClose={close}
    >
      <KeptNotice kept={kept} />
      <blockquote className="muted quote" dir="auto">
        {content}
      </blockquote>
      <TextArea
        label={TEXTS.word}
        note={TEXTS.wordNote}
        max={HELD_MESSAGE_LIMITS.word.max}
        value={word}
        error={wordError}
        onChange={({ target }) => setWord(target.value)}
      />
    </FormDialog>
  );
}

interface HeldProps {
  serverId: string;
  held: HeldMessageView;
  onDecline: () => void;
}

function Held({ serverId, held, onDecline }: HeldProps) {
  const { id, username, channelName, content, createdAt } = held;
  const { mutate: release, isPending } = useReleaseHeld(serverId);
  return (
    <li className="staff__row staff__row--held">
      <StaffMember member={held}>
        <span className="small faint">
          # <bdi>{channelName}</bdi>, <RelativeTime at={createdAt} />
        </span>
        <blockquote className="quote" dir="auto">
          {content}
        </blockquote>
      </StaffMember>
      <Button
        small
        aria-label={TEXTS.releaseOf(username)}
        pending={isPending && TEXTS.releasing}
        onClick={() => release(id, { onSuccess: () => showToast({ title: TEXTS.released(username) }) })}
      >
        {TEXTS.release}
      </Button>
      <Button small disabled={isPending} aria-label={TEXTS.declineOf(username)} onClick={onDecline}>
        {TEXTS.decline}
      </Button>
    </li>
  );
}

/** The messages that wait for the staff of a dimension. */
export function HeldList({ serverId }: { serverId: string }) {
  const waiting = useHeld(serverId);
  const [declining, setDeclining] = useState<HeldMessageView>();
  return (
    <>
      <StaffList list={waiting} label={TEXTS.list} loading={TEXTS.loading} empty={TEXTS.empty}>
        {(held) => (
          <Held key={held.id} serverId={serverId} held={held} onDecline={() => setDeclining(held)} />
        )}
      </StaffList>
      {declining && (
        <DeclineDialog serverId={serverId} held={declining} onClose={() => setDeclining(undefined)} />
      )}
    </>
  );
}
