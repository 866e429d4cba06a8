import { CATEGORY_NAME, type CategoryView, readField } from '@oniverse/contracts';
import { type FormEvent, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { violationOf } from '../../../api/sentences.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { useDeleteCategory, useSaveCategory } from './categories.queries.js';
import { CHANNEL_ORDER_TEXTS } from './channel-order.texts.js';

const { naming: NAMING, deletion: DELETION } = CHANNEL_ORDER_TEXTS;

interface CategoryNamingProps {
  serverId: string;
  /** Absent for a new one. */
  category: CategoryView | undefined;
  onClose: () => void;
}

export function CategoryNaming({ serverId, category, onClose }: CategoryNamingProps) {
  const { mutate: save, isPending, error } = useSaveCategory(serverId, category?.id);
  const [name, setName] = useState(category?.name ?? '');
  const [isTried, setTried] = useState(false);
  const nameError = violationOf(CATEGORY_NAME, name);
  const { title, confirm } = category ? NAMING.rename : NAMING.create;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes the event on to the form that the dialog is a part of.
    event.stopPropagation();
    setTried(true);
    if (nameError === undefined) save(readField(CATEGORY_NAME, name), { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={title}
      texts={{ discard: NAMING.discard, confirm, pending: NAMING.pending }}
      isPending={isPending}
      isDirty={name !== (category?.name ?? '')}
      error={error ? failureMessageOf(error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={NAMING.name}
        autoComplete="off"
        value={name}
        error={isTried ? nameError : undefined}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}

interface CategoryDeletionProps {
  serverId: string;
  category: CategoryView;
  onClose: () => void;
}

export function CategoryDeletion({ serverId, category, onClose }: CategoryDeletionProps) {
  const { mutate: remove, isPending, error } = useDeleteCategory(serverId, category.id);
  return (
    <ConfirmDialog
      open
      title={DELETION.title(category.name)}
      text={DELETION.text}
      confirm={DELETION.confirm}
      pending={isPending && DELETION.pending}
      error={error ? failureMessageOf(error) : undefined}
      onConfirm={() => remove(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    />
  );
}
