import { createFileRoute } from '@tanstack/react-router';
import { readKind } from '../../api/list-filters.js';
import { KeptPage } from '../../features/kept/index.js';

function Kept() {
  return <KeptPage shown={Route.useSearch().kind} />;
}

export const Route = createFileRoute('/_member/kept')({
  validateSearch: readKind,
  component: Kept,
});
