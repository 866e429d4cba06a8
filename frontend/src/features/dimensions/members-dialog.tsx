import { Dialog } from '../../ui/dialog.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { MemberRow } from './member-panel.js';
import { useMembers } from './members.queries.js';

const { people: TEXTS } = DIMENSIONS_TEXTS;

interface MembersDialogProps {
  serverId: string;
  me: string;
  open: boolean;
  onShow: (userId: string) => void;
  onClose: () => void;
}

/** All members of a server, online or not. */
export function MembersDialog({ serverId, me, open, onShow, onClose }: MembersDialogProps) {
  const { data: members, isError } = useMembers(serverId);
  return (
    <Dialog open={open} title={TEXTS.all} onClose={onClose}>
      {!members && <p className="t2">{isError ? TEXTS.failed : TEXTS.loading}</p>}
      <ul className="who-all">
        {members?.map((member) => (
          <MemberRow key={member.userId} member={member} me={me} onShow={onShow} />
        ))}
      </ul>
    </Dialog>
  );
}
