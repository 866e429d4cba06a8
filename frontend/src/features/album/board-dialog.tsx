import { type BoardView, brokenRule, LIMITS, readField, RULES } from '@oniverse/contracts';
import { type FormEvent, useState } from 'react';
import { serverMessageOf } from '../../api/http.js';
import { Field } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { TextArea } from '../../ui/text-area.js';
import { useCreateBoard } from './album.mutations.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { TagsField, tagsProblem, tagsTyped } from './tags-field.js';

const texts = ALBUM_TEXTS.board;
const EMPTY = { name: '', description: '', tags: '' };

interface BoardDialogProps {
  onClose: () => void;
  onCreated: (board: BoardView) => void;
}

/** Makes a board. What was typed stays where it could not be made. */
export function BoardDialog({ onClose, onCreated }: BoardDialogProps) {
  const [values, setValues] = useState(EMPTY);
  const { mutate, isPending, error } = useCreateBoard();
  const rules = RULES.board;
  const name = readField(rules.name, values.name);
  const wrong = {
    name: name === '' ? undefined : brokenRule(rules.name, values.name),
    description: brokenRule(rules.description, values.description),
  };
  const isReady = name !== '' && !wrong.name && !wrong.description && !tagsProblem(values.tags);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog within another one: its form is no part of the other's.
    event.stopPropagation();
    if (!isReady || isPending) return;
    const description = readField(rules.description, values.description);
    mutate(
      { name, tags: tagsTyped(values.tags), ...(description && { description }) },
      { onSuccess: onCreated },
    );
  };
  return (
    <FormDialog
      title={texts.title}
      texts={texts}
      isPending={isPending}
      isReady={isReady}
      isDirty={values !== EMPTY}
      error={error ? (serverMessageOf(error) ?? ALBUM_TEXTS.unreachable) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={texts.name}
        value={values.name}
        error={wrong.name}
        onChange={(event) => setValues({ ...values, name: event.target.value })}
      />
      <TextArea
        label={texts.description}
        value={values.description}
        max={LIMITS.description.max}
        error={wrong.description}
        onChange={(event) => setValues({ ...values, description: event.target.value })}
      />
      <TagsField value={values.tags} onChange={(tags) => setValues({ ...values, tags })} />
    </FormDialog>
  );
}
