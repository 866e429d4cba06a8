import { brokenRule, RULES } from '@oniverse/contracts';
import { type FormEvent, useId } from 'react';
import { serverMessageOf } from '../../api/http.js';
import { ObjectImage } from '../../objects/object-image.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Icon } from '../../ui/icons.js';
import { useSaveImage } from './album.mutations.js';
import { useKnownBoard } from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { BoardField } from './board-field.js';
import { TagsField, tagsProblem, tagsTyped } from './tags-field.js';
import type { ImageDraft } from './upload/kept-draft.js';
import { changeDraft, dropUpload } from './upload/upload.store.js';

const texts = ALBUM_TEXTS.save;
const fields = ALBUM_TEXTS.fields;

const discard = () => void dropUpload();

interface SaveImageDialogProps {
  draft: ImageDraft;
  /** The picture as this page has it; null after a reload, when it is fetched. */
  preview: string | null;
}

function Preview({ draft, preview }: SaveImageDialogProps) {
  return (
    <div className="save__p neat">
      {preview === null ? (
        <ObjectImage path={draft.objectPath} alt={texts.preview} isOwn />
      ) : (
        <img src={preview} alt={texts.preview} />
      )}
      <span className="save__b">
        <Icon name="check" small />
        {texts.badge}
      </span>
    </div>
  );
}

/** The picture that has arrived, with what is said of it. What is typed is kept until it is saved or let go. */
export function SaveImageDialog({ draft, preview }: SaveImageDialogProps) {
  const { mutate, isPending, error } = useSaveImage();
  const form = useId();
  const boardId = useKnownBoard(draft.boardId);
  const wrong = brokenRule(RULES.image.description, draft.caption);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong || tagsProblem(draft.tags) || isPending) return;
    const { objectPath, title, caption, tags } = draft;
    mutate(
      { objectPath, title, description: caption.trim(), boardId, tags: tagsTyped(tags) },
      { onSuccess: discard },
    );
  };
  return (
    <Dialog
      open
      wide
      title={texts.title}
      busy={isPending}
      onClose={discard}
      actions={
        <>
          <Button look="quiet" disabled={isPending} onClick={discard}>
            {texts.discard}
          </Button>
          <Button
            type="submit"
            form={form}
            look="primary"
            disabled={!draft.objectPath}
            pending={isPending && texts.saving}
          >
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={form} className="save" onSubmit={submit}>
        <Preview draft={draft} preview={preview} />
        <div className="stack">
          <Field
            label={fields.caption}
            note={fields.optional}
            value={draft.caption}
            disabled={isPending}
            error={wrong}
            onChange={(event) => changeDraft({ caption: event.target.value })}
          />
          <BoardField
            value={draft.boardId}
            disabled={isPending}
            onChange={(boardId) => changeDraft({ boardId })}
          />
          <TagsField value={draft.tags} disabled={isPending} onChange={(tags) => changeDraft({ tags })} />
          {error && (
            <p className="err" role="alert">
              {serverMessageOf(error) ?? ALBUM_TEXTS.unreachable}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  );
}
