import { createFileRoute } from '@tanstack/react-router';
import { parseConstellationSearch } from '../../features/constellation/search-params.js';
import { ConstellationPage } from '../../features/constellation/constellation-page.js';
import { useRecordConstellationVisit } from '../../features/home/steps-storage.js';

function Constellation() {
  useRecordConstellationVisit();
  return <ConstellationPage {...Route.useSearch()} />;
}

export const Route = createFileRoute('/_member/constellation')({
  validateSearch: parseConstellationSearch,
  component: Constellation,
});
