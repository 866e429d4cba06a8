import { type CapsuleBody, LIMITS, readField, RULES } from '@oniverse/contracts';
import { useForm } from 'react-hook-form';
import { holds, showFields } from '../../forms/rules.js';
import { holdsTags, tagsIn } from '../../forms/tag-text.js';
import { Field } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { TextArea } from '../../ui/text-area.js';
import { useCreateCapsule } from './capsules.queries.js';
import { CAPSULE_TEXTS } from './capsules.texts.js';

const TEXTS = CAPSULE_TEXTS.dialog;
const EMPTY = { name: '', description: '', tags: '' };
type Values = typeof EMPTY;

function bodyOf(values: Values): CapsuleBody {
  const description = readField(RULES.capsule.description, values.description);
  return {
    name: readField(RULES.capsule.name, values.name),
    ...(description && { description }),
    tags: tagsIn(values.tags),
  };
}

/** Asks for what a capsule needs, and makes it. What was typed stays where it did not work. */
export function CapsuleDialog({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit, formState, setError } = useForm<Values>({ defaultValues: EMPTY });
  const { errors, isDirty } = formState;
  const { mutate, isPending } = useCreateCapsule();
  const submit = handleSubmit((values) =>
    mutate(bodyOf(values), {
      onSuccess: onClose,
      onError: (error) =>
        showFields<Values>(error, ['name', 'description', 'tags'], (name, message) =>
          setError(name, { message }),
        ),
    }),
  );
  return (
    <FormDialog
      title={TEXTS.title}
      text={TEXTS.text}
      texts={TEXTS}
      isPending={isPending}
      isDirty={isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={TEXTS.name}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', holds(RULES.capsule.name))}
      />
      <TextArea
        label={TEXTS.description}
        {...register('description', holds(RULES.capsule.description))}
        max={LIMITS.description.max}
        error={errors.description?.message}
      />
      <Field
        label={TEXTS.tags}
        note={TEXTS.optional}
        hint={TEXTS.separated}
        error={errors.tags?.message}
        {...register('tags', holdsTags)}
      />
    </FormDialog>
  );
}
