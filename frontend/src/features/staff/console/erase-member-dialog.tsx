import { type MemberFacts, STAFF_MEMBER_MESSAGES } from '@oniverse/contracts';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../../api/sentences.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { showToast } from '../../../ui/toast-store.js';
import { useEraseMember } from './members.queries.js';
import { MEMBERS_TEXTS } from './members.texts.js';

const TEXTS = MEMBERS_TEXTS.askErase;

interface EraseMemberDialogProps {
  member: MemberFacts;
  onErased: () => void;
  onClose: () => void;
}

/** Asks for the Oni ID before an account is erased. */
export function EraseMemberDialog({ member: { id, username }, onErased, onClose }: EraseMemberDialogProps) {
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, failure } = useEraseMember(id, () => {
    showToast({ title: TEXTS.done });
    onErased();
  });
  const isSame = typed.trim().toLowerCase() === username;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isSame) mutate(typed.trim());
  };
  return (
    <FormDialog
      title={TEXTS.title(`@${username}`)}
      text={TEXTS.text}
      texts={TEXTS.form}
      danger
      isPending={isPending}
      isDirty={false}
      error={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={TEXTS.label}
        autoComplete="off"
        value={typed}
        error={isTried && !isSame ? sentenceOf(STAFF_MEMBER_MESSAGES.wrongUsername) : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
}
