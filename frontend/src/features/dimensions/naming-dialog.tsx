import { type FieldRules, LIMITS, readField } from '@oniverse/contracts';
import { useForm } from 'react-hook-form';
import { fieldMessagesOf } from '../../api/field-messages.js';
import { failureMessageOf } from '../../api/http.js';
import { validation, showFieldErrors } from '../../forms/rules.js';
import { Field } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { TextArea } from '../../ui/text-area.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

const { naming: TEXTS } = DIMENSIONS_TEXTS;

interface NameAndDescription {
  name: string;
  description: string;
}

interface NamingDialogProps {
  title: string;
  text?: string;
  action: string;
  rules: { name: FieldRules; description: FieldRules };
  /** The current values, when editing. */
  initial?: { name: string; description: string | null };
  /** Rejects if saving fails; the dialog then stays open with the entered text. */
  onSave: (named: { name: string; description: string | null }) => Promise<unknown>;
  onClose: () => void;
}

export function NamingDialog({ title, text, action, rules, initial, onSave, onClose }: NamingDialogProps) {
  const { register, handleSubmit, setError, formState } = useForm<NameAndDescription>({
    defaultValues: { name: initial?.name ?? '', description: initial?.description ?? '' },
  });
  const { errors, isDirty, isSubmitting } = formState;
  const save = handleSubmit(async ({ name, description }) => {
    try {
      await onSave({
        name: readField(rules.name, name),
        description: readField(rules.description, description) || null,
      });
      onClose();
    } catch (error) {
      showFieldErrors<NameAndDescription>(error, ['name', 'description'], (field, message) =>
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
      isDirty={isDirty}
      onSubmit={save}
      onClose={onClose}
    >
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
      {errors.root?.message !== undefined && (
        <p className="err" role="alert">
          {errors.root.message}
        </p>
      )}
    </FormDialog>
  );
}
