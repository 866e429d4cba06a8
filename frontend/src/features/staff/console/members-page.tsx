import type { StaffMemberView } from '@oniverse/contracts';
import { formatDate } from '../../../ui/dates.js';
import { MemberNames } from '../../../ui/member-names.js';
import { RowButton } from '../../../ui/row-button.js';
import { SearchField } from '../../../ui/search-field.js';
import { useTypedSearch } from '../../../ui/use-typed-search.js';
import { useConsoleSearch } from './console-search.js';
import { ListPage, rowIdOf } from './list-page.js';
import { MemberRecordPage } from './member-record-page.js';
import { useStaffMembers } from './members.queries.js';
import { MEMBERS_TEXTS as TEXTS } from './members.texts.js';

/** Returns undefined for a member without a mark. */
const marksOf = ({ staffRole, isSuspended }: StaffMemberView): string | undefined =>
  [...(staffRole === null ? [] : [TEXTS.roles[staffRole]]), ...(isSuspended ? [TEXTS.suspended] : [])].join(
    ', ',
  ) || undefined;

/** The members of the site, and the record of the open one. */
export function MembersPage() {
  const [{ id, q = '' }, open] = useConsoleSearch('members');
  const search = { ...(q !== '' && { q }) };
  const { typed, type } = useTypedSearch(q, (next) =>
    open({ ...(next !== '' && { q: next }), ...(id !== undefined && { id }) }, true),
  );
  const members = useStaffMembers(q);
  return (
    <ListPage
      list={members}
      texts={TEXTS}
      openId={id}
      onOpen={(next) => open({ ...search, ...(next !== undefined && { id: next }) })}
      filters={
        <>
          <SearchField label={TEXTS.search} placeholder={TEXTS.placeholder} value={typed} onChange={type} />
          <p className="tiny faint">{TEXTS.hint}</p>
        </>
      }
      open={id !== undefined && <MemberRecordPage key={id} id={id} onErased={() => open(search)} />}
    >
      {(member) => (
        <li key={member.id}>
          <RowButton
            id={rowIdOf(member.id)}
            {...(member.id === id && { 'aria-current': true })}
            title={
              <span className="names--two">
                <MemberNames member={member} />
              </span>
            }
            about={marksOf(member)}
            when={`${TEXTS.joined} ${formatDate(new Date(member.createdAt))}`}
            onClick={() => open({ ...search, id: member.id })}
          />
        </li>
      )}
    </ListPage>
  );
}
