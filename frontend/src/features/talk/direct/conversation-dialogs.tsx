import { CONVERSATION_LIMITS, type ConversationView, type FoundMember } from '@oniverse/contracts';
import { useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { MemberPicker, useStartConversation } from '../write/index.js';
import { useAddMember, useEndConversation, useRename } from './direct.queries.js';
import { DIRECT_TEXTS } from './direct.texts.js';

const failureOf = (error: Error | null) => (error ? failureMessageOf(error) : undefined);

/** Asks for the members to write to, and for the name of a group. */
export function NewConversationDialog({ me, onClose }: { me: string; onClose: () => void }) {
  const TEXTS = DIRECT_TEXTS.starting;
  const [chosen, setChosen] = useState<FoundMember[]>([]);
  const [name, setName] = useState('');
  const { mutate, isPending, error } = useStartConversation(showNoToast);
  const isGroup = chosen.length > 1;
  return (
    <FormDialog
      title={TEXTS.title}
      text={TEXTS.text}
      texts={TEXTS}
      isPending={isPending}
      isBlocked={chosen.length === 0}
      isDirty={name.trim() !== ''}
      error={failureOf(error)}
      onSubmit={(event) => {
        event.preventDefault();
        const named = isGroup && name.trim() !== '' && { name };
        mutate({ userIds: chosen.map(({ id }) => id), ...named }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <MemberPicker
        chosen={chosen}
        max={CONVERSATION_LIMITS.members - 1}
        excluded={[me]}
        onChange={setChosen}
      />
      {isGroup && (
        <Field
          label={TEXTS.name}
          note={TEXTS.optional}
          autoComplete="off"
          maxLength={CONVERSATION_LIMITS.name.max}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      )}
    </FormDialog>
  );
}

interface ConversationDialogProps {
  conversation: ConversationView;
  onClose: () => void;
}

export function AddMemberDialog({ me, conversation, onClose }: ConversationDialogProps & { me: string }) {
  const TEXTS = DIRECT_TEXTS.adding;
  const [chosen, setChosen] = useState<FoundMember[]>([]);
  const { mutate, isPending, error } = useAddMember(conversation.id);
  const [member] = chosen;
  return (
    <FormDialog
      title={TEXTS.title}
      text={TEXTS.text}
      texts={TEXTS}
      isPending={isPending}
      isBlocked={!member}
      isDirty={false}
      error={failureOf(error)}
      onSubmit={(event) => {
        event.preventDefault();
        if (member) mutate(member.id, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <MemberPicker
        chosen={chosen}
        max={1}
        excluded={[me, ...conversation.members.map(({ userId }) => userId)]}
        onChange={setChosen}
      />
    </FormDialog>
  );
}

export function RenameDialog({ conversation, onClose }: ConversationDialogProps) {
  const TEXTS = DIRECT_TEXTS.renaming;
  const stored = conversation.name ?? '';
  const [name, setName] = useState(stored);
  const { mutate, isPending, error } = useRename(conversation.id);
  return (
    <FormDialog
      title={TEXTS.title}
      texts={TEXTS}
      isPending={isPending}
      isDirty={name !== stored}
      error={failureOf(error)}
      onSubmit={(event) => {
        event.preventDefault();
        mutate(name, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <Field
        label={TEXTS.label}
        hint={TEXTS.hint}
        autoComplete="off"
        maxLength={CONVERSATION_LIMITS.name.max}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}

/** @param onLeft leads away from the conversation */
export function LeaveDialog(props: ConversationDialogProps & { onLeft: () => Promise<void> }) {
  const { conversation, onLeft, onClose } = props;
  const TEXTS = DIRECT_TEXTS.leaving;
  const { mutate, isPending } = useEndConversation(conversation.id, 'leave', onLeft);
  return (
    <ConfirmDialog
      harmless
      title={TEXTS.title}
      text={TEXTS.text}
      confirm={TEXTS.confirm}
      pending={isPending && TEXTS.pending}
      onConfirm={() => mutate(undefined, { onSettled: onClose })}
      onCancel={onClose}
    />
  );
}
