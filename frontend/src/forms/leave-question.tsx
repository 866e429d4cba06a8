import { useBlocker } from '@tanstack/react-router';
import { storedSession } from '../api/stored-session.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';

const TYPED = {
  title: 'Leave without saving',
  text: 'What you typed is not saved yet, and is lost when you leave.',
  confirm: 'Leave',
} as const;

interface LeaveQuestionProps {
  /** There is something that is not saved. */
  isDirty: boolean;
  /** What becomes of it. */
  text?: string;
}

/** Asks before one leaves the page with something unsaved; of a reload and a closed tab the browser asks in words of its own. */
export function LeaveQuestion({ isDirty, text = TYPED.text }: LeaveQuestionProps) {
  // Whoever has signed out is on the way out, and can save nothing any more.
  const isHeld = () => isDirty && storedSession() !== null;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isHeld(),
    enableBeforeUnload: isHeld,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      {...TYPED}
      text={text}
      harmless
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
