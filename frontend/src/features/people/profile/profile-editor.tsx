import { isBlank, UPLOAD } from '@oniverse/contracts';
import { type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Markdown } from '../../../markdown/markdown.js';
import { useActiveTheme } from '../../../theme/active-theme.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Icon } from '../../../ui/icons.js';
import { Progress } from '../../../ui/progress.js';
import { TerminalWindow } from '../../../ui/terminal-window.js';
import { Window } from '../../../ui/window.js';
import { CapsuleDialog } from '../../writing/capsules/index.js';
import { EDITOR_TEXTS, PICTURE_TEXTS } from './profile.texts.js';
import { SnapshotDialog } from './snapshot-dialog.js';
import type { usePictureUploads } from './use-picture-uploads.js';
import type { ProfileEditorState } from './use-profile-editor.js';

type Pictures = ReturnType<typeof usePictureUploads>;

function PictureList({ uploads, cancel, dismiss }: Pick<Pictures, 'uploads' | 'cancel' | 'dismiss'>) {
  if (uploads.length === 0) return null;
  return (
    <ul className="profile__uploads">
      {uploads.map(({ id, name, fraction, error }) => (
        <li key={id}>
          <Progress label={PICTURE_TEXTS.progress(name)} done={fraction} error={error} />
          <IconButton
            icon="close"
            small
            name={error === undefined ? PICTURE_TEXTS.cancel(name) : PICTURE_TEXTS.dismiss(name)}
            onClick={() => (error === undefined ? cancel(id) : dismiss(id))}
          />
        </li>
      ))}
    </ul>
  );
}

function AddPicture({ disabled, choose }: Pick<Pictures, 'choose'> & { disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={UPLOAD.types.join(',')}
        aria-label={PICTURE_TEXTS.file}
        onChange={({ target }) => {
          choose([...(target.files ?? [])]);
          // Otherwise choosing the same file again would fire no event.
          target.value = '';
        }}
      />
      <Button small disabled={disabled} onClick={() => input.current?.click()}>
        <Icon name="upload" small />
        {EDITOR_TEXTS.addPicture}
      </Button>
    </>
  );
}

/** Renders with low priority, so that typing stays responsive. */
function Preview({ text, authorId }: { text: string; authorId: string }) {
  const shown = useDeferredValue(text);
  return (
    <section className="profile__preview" aria-label={EDITOR_TEXTS.preview}>
      <Window title={EDITOR_TEXTS.preview}>
        {isBlank(shown) ? (
          <p className="faint small">{EDITOR_TEXTS.previewEmpty}</p>
        ) : (
          <Markdown text={shown} authorId={authorId} />
        )}
      </Window>
    </section>
  );
}

interface ProfileEditorProps {
  authorId: string;
  text: string;
  editor: ProfileEditorState;
  pictures: Pictures;
  area: RefObject<HTMLTextAreaElement | null>;
}

type Open = 'snapshot' | 'capsule' | 'discard' | null;

export function ProfileEditor({ authorId, text, editor, pictures, area }: ProfileEditorProps) {
  const { theme } = useActiveTheme();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);

  useEffect(() => area.current?.focus({ preventScroll: true }), [area]);

  return (
    <div className="profile__edit">
      <TerminalWindow title={EDITOR_TEXTS.window[theme]} note={EDITOR_TEXTS.keys}>
        {(editor.isRestored || editor.isOutdated) && (
          <div className="profile__note">
            <output className="small">
              {editor.isOutdated ? EDITOR_TEXTS.outdated : EDITOR_TEXTS.draftOpened}
            </output>
            {editor.isOutdated && (
              <Button small onClick={editor.keepBoth}>
                {EDITOR_TEXTS.keepBoth}
              </Button>
            )}
          </div>
        )}
        <textarea
          dir="auto"
          ref={area}
          className="profile__text"
          aria-label={EDITOR_TEXTS.label}
          placeholder={EDITOR_TEXTS.placeholder}
          value={text}
          readOnly={editor.isPending}
          spellCheck
          onChange={(event) => editor.setText(event.target.value)}
          onPaste={pictures.onPaste}
          onDragOver={pictures.onDragOver}
          onDrop={pictures.onDrop}
        />
        <PictureList {...pictures} />
        <div className="profile__foot">
          <span className="small faint">{EDITOR_TEXTS.pictures}</span>
          <AddPicture disabled={editor.isPending} choose={pictures.choose} />
          <Button small onClick={() => setOpen('snapshot')}>
            {EDITOR_TEXTS.snapshot}
          </Button>
          <Button small onClick={() => setOpen('capsule')}>
            {EDITOR_TEXTS.capsule}
          </Button>
          <Button
            small
            look="quiet"
            disabled={editor.isPending}
            onClick={() => (editor.isDirty ? setOpen('discard') : editor.discard())}
          >
            {EDITOR_TEXTS.discard}
          </Button>
        </div>
      </TerminalWindow>
      <Preview text={text} authorId={authorId} />
      {open === 'snapshot' && <SnapshotDialog isUnsaved={editor.isDirty} onClose={close} />}
      {open === 'capsule' && <CapsuleDialog onClose={close} />}
      <ConfirmDialog
        open={open === 'discard'}
        {...EDITOR_TEXTS.discardQuestion}
        onConfirm={editor.discard}
        onCancel={close}
      />
    </div>
  );
}
