import { type FieldRules, LIMITS, readField } from '@oniverse/contracts';
import { useForm } from 'react-hook-form';
import { HttpError, serverMessageOf } from '../../api/http.js';
import { holds, showFields } from '../../forms/rules.js';
import { Field } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { TextArea } from '../../ui/text-area.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

const { naming: TEXTS, unreachable } = DIMENSIONS_TEXTS;

interface Named {
  name: string;
  description: string;
}

interface NamingDialogProps {
  title: string;
  text?: string;
  /** What the button does. */
  action: string;
  rules: { name: FieldRules; description: FieldRules };
  /** What it is called so far. */
  held?: { name: string; description: string | null };
  /** @throws what the server said; the dialog stays with what was typed */
  onSave: (named: { name: string; description: string | null }) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a name and a description: of a server, of a channel. Open as long as it is there. */
export function NamingDialog({ title, text, action, rules, held, onSave, onClose }: NamingDialogProps) {
  const { register, handleSubmit, setError, formState } = useForm<Named>({
    defaultValues: { name: held?.name ?? '', description: held?.description ?? '' },
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
      showFields<Named>(error, ['name', 'description'], (field, message) => setError(field, { message }));
      const isNamed = error instanceof HttpError && Object.keys(error.fields).length > 0;
      if (!isNamed) setError('root', { message: serverMessageOf(error) ?? unreachable });
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
        {...register('name', holds(rules.name))}
      />
      <TextArea
        label={TEXTS.description}
        note={TEXTS.optional}
        {...register('description', holds(rules.description))}
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
