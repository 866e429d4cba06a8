import { create } from 'zustand';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { type NamedMember, useChangeHiding } from './safety.queries.js';
import { SAFETY_TEXTS } from './safety.texts.js';

/** The member that the reader is asked about. The question outlives the menu that opened it. */
export const useBlockQuestion = create<{ member: NamedMember | null }>(() => ({ member: null }));

export const askToBlock = (member: NamedMember): void => useBlockQuestion.setState({ member });

export const closeBlockQuestion = (): void => useBlockQuestion.setState({ member: null });

const { question: TEXTS } = SAFETY_TEXTS;

/** Asks before a block. It can be undone, so it is not styled as dangerous. */
export function BlockDialog() {
  const member = useBlockQuestion((state) => state.member);
  const { mutate, isPending } = useChangeHiding();
  if (member === null) return null;
  return (
    <ConfirmDialog
      harmless
      title={TEXTS.title(member.username)}
      text={TEXTS.text(member.username)}
      confirm={TEXTS.confirm}
      pending={isPending && TEXTS.pending}
      onConfirm={() => mutate({ member, hiding: 'blocked', hide: true }, { onSettled: closeBlockQuestion })}
      onCancel={closeBlockQuestion}
    />
  );
}
