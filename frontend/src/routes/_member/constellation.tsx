import { createFileRoute } from '@tanstack/react-router';
import { ConstellationPage, parseConstellationSearch } from '../../features/people/constellation/index.js';
import { useRecordConstellationVisit } from '../../features/site/home/steps.queries.js';

function Constellation() {
  useRecordConstellationVisit();
  return <ConstellationPage {...Route.useSearch()} />;
}

export const Route = createFileRoute('/_member/constellation')({
  validateSearch: parseConstellationSearch,
  component: Constellation,
});
