import { readField, RULES } from '@oniverse/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { holds, showFields } from '../../forms/rules.js';
import { Field } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { CapsuleSelect } from '../capsules/capsule-select.js';
import { SNAPSHOT_TEXTS as TEXTS } from './profile.texts.js';
import { useArchiveProfile } from './use-archive-profile.js';

const EMPTY = { title: '' };

interface SnapshotDialogProps {
  /** There is text that is not saved, and so not part of the snapshot. */
  isUnsaved: boolean;
  onClose: () => void;
}

/** Asks for the title of a snapshot of the saved page, and puts it away, into a capsule where one is chosen. */
export function SnapshotDialog({ isUnsaved, onClose }: SnapshotDialogProps) {
  const [capsuleId, setCapsuleId] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: EMPTY });
  const { mutate, isPending } = useArchiveProfile();
  const submit = handleSubmit(({ title }) =>
    mutate(
      {
        title: readField(RULES.profileArchive.title, title),
        ...(capsuleId !== null && { capsuleId }),
      },
      {
        onSuccess: onClose,
        onError: (error) =>
          showFields<typeof EMPTY>(error, ['title'], (name, message) => setError(name, { message })),
      },
    ),
  );
  return (
    <FormDialog
      title={TEXTS.title}
      text={isUnsaved ? `${TEXTS.text} ${TEXTS.unsaved}` : TEXTS.text}
      texts={TEXTS}
      isPending={isPending}
      isDirty={formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={TEXTS.name}
        autoComplete="off"
        error={formState.errors.title?.message}
        {...register('title', holds(RULES.profileArchive.title))}
      />
      <CapsuleSelect value={capsuleId} onChange={setCapsuleId} />
    </FormDialog>
  );
}
