import { RULES } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { holds, showFields } from '../../forms/rules.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { capsulesQuery, useArchiveProfile } from './capsules.queries.js';
import { ARCHIVE_TEXTS } from './profile.texts.js';

const TEXTS = ARCHIVE_TEXTS.snapshot;
const NONE = 'none';
const EMPTY = { title: '' };

interface SnapshotDialogProps {
  /** There is text that is not saved, and so not part of the snapshot. */
  isDirty: boolean;
  onClose: () => void;
}

/** Asks for the title of a snapshot of the saved page, and puts it away, into a capsule where one is chosen. */
export function SnapshotDialog({ isDirty, onClose }: SnapshotDialogProps) {
  const formId = useId();
  const [capsuleId, setCapsuleId] = useState(NONE);
  const { data: capsules = [] } = useQuery(capsulesQuery);
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: EMPTY });
  const { mutate, isPending } = useArchiveProfile(onClose);
  const submit = handleSubmit(({ title }) =>
    mutate(
      { title: title.trim(), ...(capsuleId !== NONE && { capsuleId }) },
      {
        onError: (error) =>
          showFields<typeof EMPTY>(error, ['title'], (name, message) => setError(name, { message })),
      },
    ),
  );
  return (
    <Dialog
      open
      title={TEXTS.title}
      text={isDirty ? `${TEXTS.text} ${TEXTS.unsaved}` : TEXTS.text}
      busy={isPending}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" disabled={isPending} onClick={onClose}>
            {TEXTS.discard}
          </Button>
          <Button look="primary" type="submit" form={formId} pending={isPending && TEXTS.pending}>
            {TEXTS.confirm}
          </Button>
        </>
      }
    >
      <form id={formId} className="prof__form" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={TEXTS.name}
          error={formState.errors.title?.message}
          {...register('title', holds(RULES.profileArchive.title))}
        />
        <Select
          label={TEXTS.capsule}
          note={TEXTS.optional}
          options={[
            { value: NONE, title: TEXTS.noCapsule },
            ...capsules.map(({ id, name }) => ({ value: id, title: name })),
          ]}
          value={capsuleId}
          onChange={setCapsuleId}
        />
      </form>
    </Dialog>
  );
}
