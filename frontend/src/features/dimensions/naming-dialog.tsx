import { type FieldRules, LIMITS, readField } from '@oniverse/contracts';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { HttpError, serverMessageOf } from '../../api/http.js';
import { holds, showFields } from '../../forms/rules.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { TextArea } from '../../ui/text-area.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

interface Named {
  name: string;
  description: string;
}

interface NamingDialogProps {
  open: boolean;
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

function NamingForm({
  id,
  rules,
  held,
  onSave,
  onClose,
  onBusy,
}: NamingDialogProps & { id: string; onBusy: (busy: boolean) => void }) {
  const { register, handleSubmit, setError, formState } = useForm<Named>({
    defaultValues: { name: held?.name ?? '', description: held?.description ?? '' },
  });
  const { errors } = formState;
  const save = handleSubmit(async ({ name, description }) => {
    onBusy(true);
    try {
      await onSave({
        name: readField(rules.name, name),
        description: readField(rules.description, description) || null,
      });
      onClose();
    } catch (error) {
      showFields<Named>(error, ['name', 'description'], (field, message) => setError(field, { message }));
      const isNamed = error instanceof HttpError && Object.keys(error.fields).length > 0;
      if (!isNamed) setError('root', { message: serverMessageOf(error) ?? DIMENSIONS_TEXTS.unreachable });
    } finally {
      onBusy(false);
    }
  });
  return (
    <form id={id} className="form" noValidate onSubmit={(event) => void save(event)}>
      <Field
        label={DIMENSIONS_TEXTS.naming.name}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', holds(rules.name))}
      />
      <TextArea
        label={DIMENSIONS_TEXTS.naming.description}
        note={DIMENSIONS_TEXTS.naming.optional}
        {...register('description', holds(rules.description))}
        max={LIMITS.description.max}
        error={errors.description?.message}
      />
      {errors.root?.message !== undefined && (
        <p className="err" role="alert">
          {errors.root.message}
        </p>
      )}
    </form>
  );
}

/** Asks for a name and a description: of a server, of a channel. */
export function NamingDialog(props: NamingDialogProps) {
  const { open, title, text, action, onClose } = props;
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      title={title}
      {...(text !== undefined && { text })}
      busy={isBusy}
      onClose={onClose}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {DIMENSIONS_TEXTS.naming.cancel}
          </Button>
          <Button type="submit" form={id} look="primary" pending={isBusy && DIMENSIONS_TEXTS.naming.saving}>
            {action}
          </Button>
        </>
      }
    >
      <NamingForm {...props} id={id} onBusy={setBusy} />
    </Dialog>
  );
}
