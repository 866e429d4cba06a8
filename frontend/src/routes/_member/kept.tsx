import { createFileRoute } from '@tanstack/react-router';
import { readKind } from '../../api/list-filters.js';
import { BookmarksPage } from '../../features/writing/bookmark-lists/index.js';

function Kept() {
  return <BookmarksPage shown={Route.useSearch().kind} />;
}

export const Route = createFileRoute('/_member/kept')({
  validateSearch: readKind,
  component: Kept,
});
