import { ARCHIVE_RULES, readField } from '@oniverse/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { validation, showFieldErrors } from '../../../forms/rules.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { CapsuleSelect } from '../../writing/capsules/index.js';
import { SNAPSHOT_TEXTS as TEXTS } from './profile.texts.js';
import { useArchiveProfile } from './use-archive-profile.js';

const EMPTY = { title: '' };

interface SnapshotDialogProps {
  /** A snapshot excludes unsaved changes. */
  isUnsaved: boolean;
  onClose: () => void;
}

export function SnapshotDialog({ isUnsaved, onClose }: SnapshotDialogProps) {
  const [capsuleId, setCapsuleId] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: EMPTY });
  const { mutate, isPending } = useArchiveProfile();
  const submit = handleSubmit(({ title }) =>
    mutate(
      {
        title: readField(ARCHIVE_RULES.title, title),
        ...(capsuleId !== null && { capsuleId }),
      },
      {
        onSuccess: onClose,
        onError: (error) =>
          showFieldErrors<typeof EMPTY>(error, ['title'], (name, message) => setError(name, { message })),
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
        {...register('title', validation(ARCHIVE_RULES.title))}
      />
      <CapsuleSelect value={capsuleId} onChange={setCapsuleId} />
    </FormDialog>
  );
}
