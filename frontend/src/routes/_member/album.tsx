import { createFileRoute } from '@tanstack/react-router';
import { readFilters } from '../../features/album/album/album-filters.js';
import { AlbumPage } from '../../features/album/album/album-page.js';

function Album() {
  return <AlbumPage filters={Route.useSearch()} />;
}

export const Route = createFileRoute('/_member/album')({
  validateSearch: readFilters,
  component: Album,
});
