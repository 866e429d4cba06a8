import { useRef } from 'react';
import { Button } from '../../../ui/button.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { ATTACHMENT_TEXTS } from './attachments.texts.js';

interface AddFilesButtonProps {
  className?: string;
  onFiles: (files: readonly File[]) => void;
}

/** Opens the picker of files; phones offer the camera there. */
export function AddFilesButton({ className = '', onFiles }: AddFilesButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="files-to-add"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Otherwise choosing the same file again would fire no event.
          target.value = '';
        }}
      />
      <Button
        look="quiet"
        small
        className={`btn--icon ${className}`}
        aria-label={ATTACHMENT_TEXTS.add}
        onClick={() => input.current?.click()}
      >
        {MENU_ICONS.attach}
      </Button>
    </>
  );
}
