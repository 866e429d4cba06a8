import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '../../features/site/settings/settings-page.js';
import { parseSettingsSearch } from '../../features/site/settings/settings-tab.js';

function Settings() {
  return <SettingsPage search={Route.useSearch()} />;
}

export const Route = createFileRoute('/_member/settings')({
  validateSearch: parseSettingsSearch,
  component: Settings,
});
