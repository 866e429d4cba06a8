import { IMAGE_RULES } from '@oniverse/contracts';
import type { FormEvent } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { violationOf } from '../../../api/sentences.js';
import { ObjectImage } from '../../../objects/object-image.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { Icon } from '../../../ui/icons.js';
import { useSaveImage } from './album.mutations.js';
import { useExistingBoardId } from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { BoardField } from './board-field.js';
import { TagsField, tagsProblem, parseTags } from './tags-field.js';
import type { ImageDraft } from './upload/draft-storage.js';
import { updateDraft, discardUpload } from './upload/upload.store.js';

const texts = ALBUM_TEXTS.save;
const fields = ALBUM_TEXTS.fields;

const discard = () => void discardUpload();

interface SaveImageDialogProps {
  draft: ImageDraft;
  /** Object URL of the local file; null after a reload, when the upload is fetched instead. */
  preview: string | null;
}

function Preview({ draft, preview }: SaveImageDialogProps) {
  return (
    <div className="save-picture__preview neat">
      {preview === null ? (
        <ObjectImage path={draft.objectPath} alt={texts.preview} />
      ) : (
        <img src={preview} alt={texts.preview} />
      )}
      <span className="save-picture__badge">
        <Icon name="check" small />
        {texts.badge}
      </span>
    </div>
  );
}

/** The form values survive a reload. */
export function SaveImageDialog({ draft, preview }: SaveImageDialogProps) {
  const { mutate, isPending, error } = useSaveImage();
  const boardId = useExistingBoardId(draft.boardId);
  const problem = violationOf(IMAGE_RULES.description, draft.caption);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem || tagsProblem(draft.tags) || isPending) return;
    const { objectPath, caption, tags } = draft;
    mutate({ objectPath, caption: caption.trim(), boardId, tags: parseTags(tags) }, { onSuccess: discard });
  };
  return (
    <FormDialog
      wide
      title={texts.title}
      texts={texts}
      discardQuestion={texts.ask}
      isPending={isPending}
      isDirty
      error={error ? failureMessageOf(error) : undefined}
      onSubmit={submit}
      onClose={discard}
    >
      <div className="save-picture">
        <Preview draft={draft} preview={preview} />
        <div className="stack">
          <Field
            label={fields.caption}
            note={fields.optional}
            value={draft.caption}
            disabled={isPending}
            error={problem}
            onChange={(event) => updateDraft({ caption: event.target.value })}
          />
          <BoardField
            value={draft.boardId}
            disabled={isPending}
            onChange={(boardId) => updateDraft({ boardId })}
          />
          <TagsField value={draft.tags} disabled={isPending} onChange={(tags) => updateDraft({ tags })} />
        </div>
      </div>
    </FormDialog>
  );
}
