import { createFileRoute } from '@tanstack/react-router';
import { NightLogPage } from '../../features/notifications/night-log-page.js';

function NightLog() {
  return <NightLogPage kind={Route.useSearch().kind} />;
}

export const Route = createFileRoute('/_member/notifications')({
  validateSearch: ({ kind }: Record<string, unknown>): { kind?: string } =>
    typeof kind === 'string' ? { kind } : {},
  component: NightLog,
});
