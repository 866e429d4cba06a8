import { createFileRoute } from '@tanstack/react-router';
import { cleanFilters } from '../../features/writing/archive/archive-filters.js';
import { ArchivePage } from '../../features/writing/archive/archive-page.js';

function Archive() {
  return <ArchivePage filters={Route.useSearch()} />;
}

export const Route = createFileRoute('/_member/archive')({
  validateSearch: cleanFilters,
  component: Archive,
});
