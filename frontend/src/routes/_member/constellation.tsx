import { createFileRoute } from '@tanstack/react-router';
import { readAround } from '../../features/constellation/around.js';
import { ConstellationPage } from '../../features/constellation/constellation-page.js';
import { useRememberConstellation } from '../../features/home/steps-memory.js';

function Constellation() {
  useRememberConstellation();
  const { around } = Route.useSearch();
  return <ConstellationPage key={around} around={around} />;
}

export const Route = createFileRoute('/_member/constellation')({
  validateSearch: readAround,
  component: Constellation,
});
