import { createFileRoute } from '@tanstack/react-router';
import { readListFilters } from '../../api/list-filters.js';
import { ScheduledPage } from '../../features/talk/scheduled/scheduled-page.js';

function Scheduled() {
  return <ScheduledPage tab={Route.useSearch().tab} />;
}

export const Route = createFileRoute('/_member/scheduled')({
  validateSearch: (search) => readListFilters(search, ['tab']),
  component: Scheduled,
});
