import { CAPSULE_RULES, type CapsuleBody, LIMITS, readField } from '@oniverse/contracts';
import { useForm } from 'react-hook-form';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { validation, showFieldErrors } from '../../../forms/rules.js';
import { tagsValidation, parseTags } from '../../../forms/tag-text.js';
import { useKeptForm } from '../../../forms/use-kept-values.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { TextArea } from '../../../ui/text-area.js';
import { useCreateCapsule } from './capsules.queries.js';
import { CAPSULE_TEXTS } from './capsules.texts.js';

const TEXTS = CAPSULE_TEXTS.dialog;
const EMPTY = { name: '', description: '', tags: '' };
type Values = typeof EMPTY;

function bodyOf(values: Values): CapsuleBody {
  const description = readField(CAPSULE_RULES.description, values.description);
  return {
    name: readField(CAPSULE_RULES.name, values.name),
    ...(description && { description }),
    tags: parseTags(values.tags),
  };
}

export function CapsuleDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: EMPTY });
  const { register, handleSubmit, formState, setError } = form;
  const kept = useKeptForm('capsule', EMPTY, form);
  const close = () => {
    kept.forget();
    onClose();
  };
  const { errors, isDirty } = formState;
  const { mutate, isPending } = useCreateCapsule();
  const submit = handleSubmit((values) =>
    mutate(bodyOf(values), {
      onSuccess: close,
      onError: (error) =>
        showFieldErrors<Values>(error, ['name', 'description', 'tags'], (name, message) =>
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
      onClose={close}
    >
      <KeptNotice kept={kept} />
      <Field
        label={TEXTS.name}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', validation(CAPSULE_RULES.name))}
      />
      <TextArea
        label={TEXTS.description}
        {...register('description', validation(CAPSULE_RULES.description))}
        max={LIMITS.description.max}
        error={errors.description?.message}
      />
      <Field
        label={TEXTS.tags}
        note={TEXTS.optional}
        hint={TEXTS.separated}
        error={errors.tags?.message}
        {...register('tags', tagsValidation)}
      />
    </FormDialog>
  );
}
