import { type CapsuleBody, LIMITS, readField, RULES } from '@oniverse/contracts';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { holds, showFields } from '../../forms/rules.js';
import { holdsTags, tagsIn } from '../../forms/tag-text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
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
  const formId = useId();
  const { register, handleSubmit, formState, setError } = useForm<Values>({ defaultValues: EMPTY });
  const { errors } = formState;
  const { mutate, isPending } = useCreateCapsule();
  const {
    max: _max,
    maxLength: _maxLength,
    ...description
  } = register('description', holds(RULES.capsule.description));
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
    <Dialog
      open
      title={TEXTS.title}
      text={TEXTS.text}
      busy={isPending}
      onClose={onClose}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {TEXTS.discard}
          </Button>
          <Button look="primary" type="submit" form={formId} pending={isPending && TEXTS.pending}>
            {TEXTS.confirm}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={TEXTS.name}
          error={errors.name?.message}
          {...register('name', holds(RULES.capsule.name))}
        />
        <TextArea
          label={TEXTS.description}
          max={LIMITS.description.max}
          error={errors.description?.message}
          {...description}
        />
        <Field
          label={TEXTS.tags}
          note={TEXTS.optional}
          hint={TEXTS.separated}
          error={errors.tags?.message}
          {...register('tags', holdsTags)}
        />
      </form>
    </Dialog>
  );
}
