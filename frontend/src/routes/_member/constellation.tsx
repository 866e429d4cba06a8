import { createFileRoute } from '@tanstack/react-router';
import { readSkyAddress } from '../../features/constellation/address.js';
import { ConstellationPage } from '../../features/constellation/constellation-page.js';
import { useRememberConstellation } from '../../features/home/steps-memory.js';

function Constellation() {
  useRememberConstellation();
  return <ConstellationPage {...Route.useSearch()} />;
}

export const Route = createFileRoute('/_member/constellation')({
  validateSearch: readSkyAddress,
  component: Constellation,
});
