import { createFileRoute } from '@tanstack/react-router';
import { readListFilters } from '../../api/list-filters.js';
import { BookmarksPage } from '../../features/writing/bookmark-lists/index.js';

function Kept() {
  const { kind, q } = Route.useSearch();
  return <BookmarksPage shown={kind} q={q} />;
}

export const Route = createFileRoute('/_member/kept')({
  validateSearch: (search) => readListFilters(search, ['kind', 'q']),
  component: Kept,
});
