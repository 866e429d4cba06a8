import { createFileRoute } from '@tanstack/react-router';
import { readSearchParams } from '../../features/search/search-params.js';
import { SearchPage } from '../../features/search/search-page.js';

function Search() {
  return <SearchPage {...Route.useSearch()} />;
}

export const Route = createFileRoute('/_member/search')({
  validateSearch: readSearchParams,
  component: Search,
});
