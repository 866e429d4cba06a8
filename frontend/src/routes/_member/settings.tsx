import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '../../features/settings/settings-page.js';
import { readTab } from '../../features/settings/settings-tab.js';

function Settings() {
  return <SettingsPage place={Route.useSearch()} />;
}

export const Route = createFileRoute('/_member/settings')({
  validateSearch: readTab,
  component: Settings,
});
