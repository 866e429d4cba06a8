import { type CapsuleBody, type CapsuleView, LIMITS, normaliseTag, RULES } from '@oniverse/contracts';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { holds, showFields } from '../../forms/rules.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { TextArea } from '../../ui/text-area.js';
import { useCreateCapsule } from './capsules.queries.js';
import { ARCHIVE_TEXTS } from './profile.texts.js';

const TEXTS = ARCHIVE_TEXTS.capsule;
const EMPTY = { name: '', description: '', tags: '' };
type Values = typeof EMPTY;

/** The parts of a comma separated text that are no blanks. */
const partsOf = (text: string): string[] => text.split(',').filter((part) => part.trim() !== '');

function checkTags(text: string): string | true {
  const parts = partsOf(text);
  const bad = parts.find((part) => normaliseTag(part) === undefined);
  if (bad !== undefined) return TEXTS.badTag(bad.trim());
  return parts.length <= LIMITS.tagsPerThing || TEXTS.tooManyTags(LIMITS.tagsPerThing);
}

function bodyOf({ name, description, tags }: Values): CapsuleBody {
  return {
    name: name.trim(),
    ...(description.trim() && { description: description.trim() }),
    tags: partsOf(tags).flatMap((part) => normaliseTag(part) ?? []),
  };
}

interface CapsuleDialogProps {
  onClose: () => void;
  onCreated?: (capsule: CapsuleView) => void;
}

/** Asks for what a capsule needs, and makes it. */
export function CapsuleDialog({ onClose, onCreated }: CapsuleDialogProps) {
  const formId = useId();
  const { register, handleSubmit, formState, setError } = useForm<Values>({ defaultValues: EMPTY });
  const { errors } = formState;
  // The limit is one of the rules: the count that the text area would show of it is left out.
  const { max: _max, ...description } = register('description', holds(RULES.capsule.description));
  const { mutate, isPending } = useCreateCapsule((capsule) => {
    onCreated?.(capsule);
    onClose();
  });
  const submit = handleSubmit((values) =>
    mutate(bodyOf(values), {
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
          error={errors.name?.message}
          {...register('name', holds(RULES.capsule.name))}
        />
        <TextArea
          label={TEXTS.description}
          note={TEXTS.optional}
          error={errors.description?.message}
          {...description}
        />
        <Field
          label={TEXTS.tags}
          note={TEXTS.optional}
          hint={TEXTS.separated}
          error={errors.tags?.message}
          {...register('tags', { validate: checkTags })}
        />
      </form>
    </Dialog>
  );
}
