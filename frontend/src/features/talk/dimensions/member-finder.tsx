import { LIMITS, type MemberView } from '@oniverse/contracts';
import { useState } from 'react';
import { Avatar } from '../../../ui/avatar.js';
import { IconButton } from '../../../ui/icon-button.js';
import { memberName } from '../../../ui/member-name.js';
import { MemberNames } from '../../../ui/member-names.js';
import { SearchField } from '../../../ui/search-field.js';
import { GROUP_TEXTS as TEXTS } from './groups.texts.js';
import { useMemberSearch } from './members.queries.js';

/** A short list does not push away what stands below it. */
const SHOWN = 5;

interface MemberFinderProps {
  serverId: string;
  /** Whether a member can be added. */
  isOffered: (member: MemberView) => boolean;
  onAdd: (member: MemberView) => void;
}

/** Finds members of a dimension by name, to add them to something. */
export function MemberFinder({ serverId, isOffered, onAdd }: MemberFinderProps) {
  const [text, setText] = useState('');
  const query = text.trim().toLowerCase().slice(0, LIMITS.search.max);
  const { members, isSearching } = useMemberSearch(serverId, query);
  const found =
    query === ''
      ? []
      : members
          ?.filter(
            (member) =>
              isOffered(member) &&
              (member.username.includes(query) || member.displayName?.toLowerCase().includes(query)),
          )
          .slice(0, SHOWN);
  return (
    <div className="groups__found">
      <SearchField label={TEXTS.add} placeholder={TEXTS.add} value={text} onChange={setText} />
      <output className="small muted">
        {query !== '' && found?.length === 0 && !isSearching && TEXTS.noneFound}
      </output>
      <ul className="staff">
        {found?.map((member) => (
          <li key={member.userId} className="staff__row">
            <Avatar name={memberName(member)} src={member.profileImageUrl} size="s" />
            <p className="staff__text">
              <MemberNames member={member} />
            </p>
            <IconButton
              small
              icon="plus"
              name={TEXTS.addOne(member.username)}
              onClick={() => {
                onAdd(member);
                setText('');
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
