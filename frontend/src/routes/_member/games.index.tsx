import { createFileRoute } from '@tanstack/react-router';
import { readListFilters } from '../../api/list-filters.js';
import { GamesPage } from '../../features/talk/games/games-page.js';

function Page() {
  const { member } = Route.useSearch();
  return <GamesPage key={member} member={member} />;
}

export const Route = createFileRoute('/_member/games/')({
  validateSearch: (search) => readListFilters(search, ['member']),
  component: Page,
});
