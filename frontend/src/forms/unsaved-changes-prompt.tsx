import { useBlocker } from '@tanstack/react-router';
import { hasPageEnded } from '../session/page-end.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { UNSAVED_TEXTS as TEXTS } from './forms.texts.js';

interface UnsavedChangesPromptProps {
  isDirty: boolean;
  text?: string;
}

/** Asks before leaving a page with unsaved changes. For a reload or a closed tab the browser shows its own dialog. */
export function UnsavedChangesPrompt({ isDirty, text = TEXTS.text }: UnsavedChangesPromptProps) {
  // A page whose session has ended cannot save.
  const isBlocking = () => isDirty && !hasPageEnded();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isBlocking(),
    enableBeforeUnload: isBlocking,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      {...TEXTS}
      text={text}
      harmless
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
