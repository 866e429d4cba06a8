import { BOOKMARK_NOTE, type BookmarkView, characterCount } from '@oniverse/contracts';
import { useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { TextArea } from '../../../ui/text-area.js';
import { useNoteBookmark } from '../bookmarks/index.js';
import { titleOf } from './bookmark-link.js';
import { BOOKMARK_LISTS_TEXTS } from './bookmark-lists.texts.js';

const TEXTS = BOOKMARK_LISTS_TEXTS.note;

/** Asks what the member notes about a kept thing. */
export function NoteDialog({ bookmark, onClose }: { bookmark: BookmarkView; onClose: () => void }) {
  const { note } = bookmark;
  const [text, setText] = useState(note ?? '');
  const { mutate, isPending, error } = useNoteBookmark(bookmark);
  return (
    <FormDialog
      title={TEXTS.title}
      text={titleOf(bookmark)}
      texts={TEXTS}
      isPending={isPending}
      isBlocked={characterCount(text) > BOOKMARK_NOTE.max}
      isDirty={text.trim() !== (note ?? '')}
      error={error ? failureMessageOf(error) : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        mutate(text, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <TextArea
        label={TEXTS.label}
        hint={TEXTS.hint}
        max={BOOKMARK_NOTE.max}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  );
}
