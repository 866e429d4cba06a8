import { BOARD_RULES, type BoardView, LIMITS, readField } from '@oniverse/contracts';
import type { FormEvent } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { failureMessageOf } from '../../../api/http.js';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { validation } from '../../../forms/rules.js';
import { useKeptForm } from '../../../forms/use-kept-values.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { TextArea } from '../../../ui/text-area.js';
import { useCreateBoard } from './album.mutations.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { TagsField, tagsProblem, parseTags } from './tags-field.js';

const texts = ALBUM_TEXTS.board;
const EMPTY = { name: '', description: '', tags: '' };

interface BoardDialogProps {
  onClose: () => void;
  onCreated: (board: BoardView) => void;
}

export function BoardDialog({ onClose, onCreated }: BoardDialogProps) {
  const form = useForm({ defaultValues: EMPTY });
  const { register, handleSubmit, control, formState } = form;
  const kept = useKeptForm('board', EMPTY, form);
  const { errors, isDirty } = formState;
  const { mutate, isPending, error } = useCreateBoard();
  const rules = BOARD_RULES;
  const create = handleSubmit((values) => {
    if (isPending) return;
    const description = readField(rules.description, values.description);
    mutate(
      {
        name: readField(rules.name, values.name),
        tags: parseTags(values.tags),
        ...(description && { description }),
      },
      {
        onSuccess: (board) => {
          kept.forget();
          onCreated(board);
        },
      },
    );
  });
  const submit = (event: FormEvent) => {
    // React events of a nested dialog bubble to the form of the outer one.
    event.stopPropagation();
    return create(event);
  };
  return (
    <FormDialog
      title={texts.title}
      texts={texts}
      isPending={isPending}
      isDirty={isDirty}
      error={error ? failureMessageOf(error) : undefined}
      onSubmit={submit}
      onClose={() => {
        kept.forget();
        onClose();
      }}
    >
      <KeptNotice kept={kept} />
      <Field label={texts.name} error={errors.name?.message} {...register('name', validation(rules.name))} />
      <TextArea
        label={texts.description}
        {...register('description', validation(rules.description))}
        max={LIMITS.description.max}
        error={errors.description?.message}
      />
      <Controller
        name="tags"
        control={control}
        rules={{ validate: (text) => tagsProblem(text) ?? true }}
        render={({ field: { ref, value, onChange } }) => (
          <TagsField ref={ref} value={value} onChange={onChange} />
        )}
      />
    </FormDialog>
  );
}
