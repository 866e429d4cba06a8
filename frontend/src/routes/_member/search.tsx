import { createFileRoute } from '@tanstack/react-router';
import { readSearchParams } from '../../features/site/search/search-params.js';
import { SearchPage } from '../../features/site/search/search-page.js';

function Search() {
  return <SearchPage {...Route.useSearch()} />;
}

export const Route = createFileRoute('/_member/search')({
  validateSearch: readSearchParams,
  component: Search,
});
