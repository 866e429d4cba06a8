import './scheduled.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PageFrame } from '../../../frame/page-frame.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Failure } from '../../../ui/failure.js';
import { PageHead } from '../../../ui/page-head.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { Tabs } from '../../../ui/tabs.js';
import { ReminderList } from '../notifications/index.js';
import { ScheduledRow } from './scheduled-row.js';
import { scheduledQuery } from './scheduled.queries.js';
import { SCHEDULED_TEXTS } from './scheduled.texts.js';

const { page: TEXTS } = SCHEDULED_TEXTS;
const STARS = [
  { x: 44, y: 64, r: 2.2 },
  { x: 84, y: 30, r: 3 },
  { x: 122, y: 66, r: 2.2 },
] as const;
const NOT_YET = [
  [0, 1],
  [1, 2],
] as const;

function MessageList() {
  const { data, isError, refetch } = useQuery(scheduledQuery);
  if (isError && !data) return <Failure text={TEXTS.listFailed} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines text={TEXTS.loading} count={4} />;
  if (data.length === 0) return <EmptyState {...TEXTS.empty} stars={STARS} dotted={NOT_YET} />;
  return (
    <ul className="scheduled" aria-label={TEXTS.list}>
      {data.map((message) => (
        <ScheduledRow key={message.id} message={message} />
      ))}
    </ul>
  );
}

/** What the member scheduled: messages, and reminders of messages. @param given the tab in the address */
export function ScheduledPage({ tab: given }: { tab: string | undefined }) {
  usePageTitle(TEXTS.title);
  const navigate = useNavigate();
  return (
    <PageFrame className="page wrap">
      <PageHead title={TEXTS.title} />
      <p className="muted scheduled__intro">{TEXTS.text}</p>
      <Tabs
        label={TEXTS.title}
        value={given === 'reminders' ? given : 'messages'}
        tabs={[
          { value: 'messages', title: TEXTS.tabs.messages, content: <MessageList /> },
          { value: 'reminders', title: TEXTS.tabs.reminders, content: <ReminderList /> },
        ]}
        onChange={(tab) =>
          void navigate({ to: '/scheduled', search: tab === 'reminders' ? { tab } : {}, replace: true })
        }
      />
    </PageFrame>
  );
}
