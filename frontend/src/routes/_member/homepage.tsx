import { createFileRoute } from '@tanstack/react-router';
import { readHomeSearch } from '../../features/site/home/home-view.js';
import { HomePage } from '../../features/site/home/home-page.js';

function Homepage() {
  return <HomePage search={Route.useSearch()} />;
}

export const Route = createFileRoute('/_member/homepage')({
  validateSearch: readHomeSearch,
  component: Homepage,
});
