import { createFileRoute } from '@tanstack/react-router';
import { cleanFilters } from '../../features/archive/archive-filters.js';
import { ArchivePage } from '../../features/archive/archive-page.js';

function Archive() {
  return <ArchivePage filters={Route.useSearch()} />;
}

export const Route = createFileRoute('/_member/archive')({
  validateSearch: cleanFilters,
  component: Archive,
});
