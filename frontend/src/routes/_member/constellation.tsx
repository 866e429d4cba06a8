import { createFileRoute } from '@tanstack/react-router';
import { useRememberConstellation } from '../../features/home/steps-memory.js';
import { UnchartedPage } from '../../features/pages/uncharted-page.js';

function Constellation() {
  useRememberConstellation();
  return <UnchartedPage place="The Constellation" />;
}

export const Route = createFileRoute('/_member/constellation')({ component: Constellation });
