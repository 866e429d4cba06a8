import { IMAGE_RULES, type ImageView, LIMITS } from '@oniverse/contracts';
import { type FormEvent, useState } from 'react';
import { violationOf } from '../../../api/sentences.js';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { useKeptValues } from '../../../forms/use-kept-values.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { TextArea } from '../../../ui/text-area.js';
import { useEditImage } from './album.mutations.js';
import { useExistingBoardId } from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { BoardField } from './board-field.js';
import { TagsField, tagsProblem, parseTags } from './tags-field.js';

const texts = ALBUM_TEXTS.edit;
const fields = ALBUM_TEXTS.fields;

export function EditImageDialog({ image, onClose }: { image: ImageView; onClose: () => void }) {
  const stored = { title: image.title ?? '', caption: image.description ?? '', tags: image.tags.join(', ') };
  const storedBoard = image.boardId ?? '';
  const [values, setValues] = useState(stored);
  const [board, setBoard] = useState(storedBoard);
  const kept = useKeptValues(`picture:${image.id}`, { stored, values, setValues });
  const close = () => {
    kept.forget();
    onClose();
  };
  const { mutate, isPending } = useEditImage();
  const boardId = useExistingBoardId(board);
  const problems = {
    title: violationOf(IMAGE_RULES.title, values.title),
    caption: violationOf(IMAGE_RULES.description, values.caption),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problems.title || problems.caption || tagsProblem(values.tags) || isPending || kept.newer.length > 0)
      return;
    const body = {
      title: values.title.trim() || null,
      description: values.caption.trim() || null,
      boardId,
      tags: parseTags(values.tags),
    };
    mutate({ id: image.id, body }, { onSuccess: close });
  };
  return (
    <FormDialog
      title={texts.title}
      texts={texts}
      isPending={isPending}
      isDirty={JSON.stringify(values) !== JSON.stringify(stored) || board !== storedBoard}
      onSubmit={submit}
      onClose={close}
    >
      <KeptNotice kept={kept} />
      <Field
        label={fields.title}
        note={fields.optional}
        value={values.title}
        error={problems.title}
        onChange={(event) => setValues({ ...values, title: event.target.value })}
      />
      <TextArea
        label={fields.caption}
        value={values.caption}
        max={LIMITS.imageDescription.max}
        error={problems.caption}
        onChange={(event) => setValues({ ...values, caption: event.target.value })}
      />
      <BoardField value={board} onChange={setBoard} />
      <TagsField value={values.tags} onChange={(tags) => setValues({ ...values, tags })} />
    </FormDialog>
  );
}
