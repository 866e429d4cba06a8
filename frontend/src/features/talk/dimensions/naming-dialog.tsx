import { type FieldRules, LIMITS, readField } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { fieldMessagesOf } from '../../../api/field-messages.js';
import { failureMessageOf } from '../../../api/http.js';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { validation, showFieldErrors } from '../../../forms/rules.js';
import { useKeptForm } from '../../../forms/use-kept-values.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { TextArea } from '../../../ui/text-area.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

const { naming: TEXTS } = DIMENSIONS_TEXTS;

interface NamingDialogProps {
  /** What is named, to keep its unsaved texts. */
  thing: string;
  title: string;
  text?: string;
  action: string;
  rules: { name: FieldRules; description: FieldRules };
  /** The current values, when editing. */
  initial?: { name: string; description: string | null };
  /** Rejects if saving fails; the dialog then stays open with the entered text. */
  onSave: (named: { name: string; description: string | null }) => Promise<unknown>;
  onClose: () => void;
  /** Whether `children` have an unsaved change. */
  isChanged?: boolean;
  /** Below the texts. */
  children?: ReactNode;
}

export function NamingDialog(props: NamingDialogProps) {
  const { thing, title, text, action, rules, initial, isChanged = false, onSave, onClose, children } = props;
  const stored = { name: initial?.name ?? '', description: initial?.description ?? '' };
  const form = useForm({ defaultValues: stored });
  const { register, handleSubmit, setError, formState } = form;
  const kept = useKeptForm(thing, stored, form);
  const close = () => {
    kept.forget();
    onClose();
  };
  const { errors, isDirty, isSubmitting } = formState;
  const save = handleSubmit(async ({ name, description }) => {
    if (kept.newer.length > 0) return;
    try {
      await onSave({
        name: readField(rules.name, name),
        description: readField(rules.description, description) || null,
      });
      close();
    } catch (error) {
      showFieldErrors<typeof stored>(error, ['name', 'description'], (field, message) =>
        setError(field, { message }),
      );
      const hasFieldErrors = Object.keys(fieldMessagesOf(error)).length > 0;
      if (!hasFieldErrors) setError('root', { message: failureMessageOf(error) });
    }
  });
  return (
    <FormDialog
      title={title}
      {...(text !== undefined && { text })}
      texts={{ discard: TEXTS.cancel, confirm: action, pending: TEXTS.saving }}
      isPending={isSubmitting}
      isDirty={isDirty || isChanged}
      onSubmit={save}
      onClose={close}
    >
      <KeptNotice kept={kept} />
      <Field
        label={TEXTS.name}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', validation(rules.name))}
      />
      <TextArea
        label={TEXTS.description}
        note={TEXTS.optional}
        {...register('description', validation(rules.description))}
        max={LIMITS.description.max}
        error={errors.description?.message}
      />
      {children}
      {errors.root?.message !== undefined && (
        <p className="error" role="alert">
          {errors.root.message}
        </p>
      )}
    </FormDialog>
  );
}
