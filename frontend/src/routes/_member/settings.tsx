import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { parseSettingsSearch } from '../../features/site/settings/settings-tab.js';
import { PageFrame } from '../../frame/page-frame.js';
import { lazyPart } from '../../ui/lazy-part.js';

// Apart, because the first scripts of every page list the files of each route.
const SettingsPage = lazyPart(() => import('../../features/site/settings/settings-page.js'));

function Settings() {
  return (
    <Suspense fallback={<PageFrame>{null}</PageFrame>}>
      <SettingsPage search={Route.useSearch()} />
    </Suspense>
  );
}

export const Route = createFileRoute('/_member/settings')({
  validateSearch: parseSettingsSearch,
  component: Settings,
});
