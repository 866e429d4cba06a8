import { createFileRoute } from '@tanstack/react-router';
import { readKind } from '../../api/list-filters.js';
import { NightLogPage } from '../../features/talk/notifications/night-log-page.js';

function NightLog() {
  return <NightLogPage filter={Route.useSearch().kind} />;
}

export const Route = createFileRoute('/_member/notifications')({
  validateSearch: readKind,
  component: NightLog,
});
