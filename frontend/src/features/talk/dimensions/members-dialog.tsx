import { LIMITS } from '@oniverse/contracts';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.js';
import { SearchField } from '../../../ui/search-field.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { MemberRow } from './member-panel.js';
import { useMemberSearch } from './members.queries.js';

const { people: TEXTS } = DIMENSIONS_TEXTS;

interface FoundMembersProps {
  serverId: string;
  me: string;
  onShow: (userId: string, username: string) => void;
}

function FoundMembers({ serverId, me, onShow }: FoundMembersProps) {
  const [text, setText] = useState('');
  const query = text.trim().toLowerCase().slice(0, LIMITS.search.max);
  const { members, isSearching, isError } = useMemberSearch(serverId, query);
  const shown = members?.filter(
    ({ username, displayName }) => username.includes(query) || displayName?.toLowerCase().includes(query),
  );
  return (
    <>
      <SearchField label={TEXTS.search} placeholder={TEXTS.search} value={text} onChange={setText} />
      <output className="small muted all-members__note">
        {!members && (isError ? TEXTS.failed : TEXTS.loading)}
        {shown?.length === 0 && (isSearching ? TEXTS.searching : TEXTS.noneFound)}
      </output>
      <ul className="all-members">
        {shown?.map((member) => (
          <MemberRow key={member.userId} member={member} me={me} onShow={onShow} />
        ))}
      </ul>
    </>
  );
}

interface MembersDialogProps extends FoundMembersProps {
  open: boolean;
  onClose: () => void;
}

export function MembersDialog({ open, onClose, ...list }: MembersDialogProps) {
  return (
    <Dialog open={open} title={TEXTS.all} onClose={onClose}>
      <FoundMembers {...list} />
    </Dialog>
  );
}
