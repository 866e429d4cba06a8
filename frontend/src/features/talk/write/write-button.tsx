import { useSession } from '../../../session/session.js';
import { Button } from '../../../ui/button.js';
import { memberName } from '../../../ui/member-name.js';
import { showFailure } from '../../../ui/show-failure.js';
import { useStartConversation } from './write.queries.js';
import { WRITE_TEXTS as TEXTS } from './write.texts.js';

interface WriteButtonProps {
  member: { id: string; username: string; displayName: string | null };
  /** Called when the conversation opens. */
  onLeave?: () => void;
}

/** Opens the conversation with a member. Absent for visitors, and for the reader. */
export function WriteButton({ member, onLeave }: WriteButtonProps) {
  const { id } = member;
  const { user } = useSession();
  const { mutate, isPending } = useStartConversation((error) => showFailure(TEXTS.failed, error));
  if (!user || user.id === id) return null;
  return (
    <Button
      small
      aria-label={TEXTS.writeTo(memberName(member))}
      pending={isPending && TEXTS.opening}
      onClick={() => mutate({ userIds: [id] }, { onSuccess: onLeave })}
    >
      {TEXTS.write}
    </Button>
  );
}
