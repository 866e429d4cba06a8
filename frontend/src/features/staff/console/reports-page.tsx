import { STAFF_CASE_LISTS, type StaffCaseView } from '@oniverse/contracts';
import { RelativeTime } from '../../../ui/relative-time.js';
import { RowButton } from '../../../ui/row-button.js';
import { Segmented } from '../../../ui/segmented.js';
import { Switch } from '../../../ui/switch.js';
import { CaseAuthor, REASON_TEXTS } from '../../safety/reports/index.js';
import { CasePage } from './case-page.js';
import { useStaffCases } from './cases.queries.js';
import { CASES_TEXTS as TEXTS, isUrgent } from './cases.texts.js';
import { useConsoleSearch } from './console-search.js';
import { ListPage, rowIdOf } from './list-page.js';

const LISTS = STAFF_CASE_LISTS.map((value) => ({ value, title: TEXTS.lists[value] }));

/** What a row says of a case besides its reason. */
function About({ found }: { found: StaffCaseView }) {
  const { kind, title, username, channelName, reason, isWithDimension, isHandedOn, assignee, isMine } = found;
  const marks = [
    ...(isUrgent(reason) ? [TEXTS.urgent] : []),
    ...(isWithDimension ? [TEXTS.withDimension] : []),
    ...(isHandedOn ? [TEXTS.handedOn] : []),
    ...(assignee !== null && !isMine ? [TEXTS.assignedTo(assignee)] : []),
  ];
  return (
    <>
      {[TEXTS.kinds[kind], ...marks].join(', ')}
      <br />
      {title !== null && title !== username && (
        <>
          <bdi>{title}</bdi>{' '}
        </>
      )}
      <CaseAuthor username={username} channelName={channelName} />
    </>
  );
}

/** The cases of all dimensions, and the open one. */
export function ReportsPage() {
  const [{ id, list = 'open', all = false }, open] = useConsoleSearch('reports');
  const cases = useStaffCases(list, all);
  const filters = {
    ...(list !== 'open' && { list }),
    ...(all && { all }),
  };
  return (
    <ListPage
      list={cases}
      texts={{ ...TEXTS, empty: TEXTS.empty[list] }}
      openId={id}
      onOpen={(next) => open({ ...filters, ...(next !== undefined && { id: next }) })}
      filters={
        <>
          <Segmented
            label={TEXTS.filter}
            segments={LISTS}
            value={list}
            onChange={(next) => open({ ...filters, list: next }, true)}
          />
          {list !== 'mine' && (
            <Switch
              label={TEXTS.all}
              checked={all}
              onChange={(next) =>
                open({ ...(list !== 'open' && { list }), ...(next && { all: true }) }, true)
              }
            />
          )}
        </>
      }
      open={id !== undefined && <CasePage key={id} id={id} />}
    >
      {(found) => (
        <li key={found.id}>
          <RowButton
            id={rowIdOf(found.id)}
            {...(found.id === id && { 'aria-current': true })}
            title={REASON_TEXTS[found.reason]}
            about={<About found={found} />}
            when={
              <>
                {TEXTS.opened} <RelativeTime at={found.openedAt} />, {TEXTS.reports(found.reports)}
              </>
            }
            onClick={() => open({ ...filters, id: found.id })}
          />
        </li>
      )}
    </ListPage>
  );
}
