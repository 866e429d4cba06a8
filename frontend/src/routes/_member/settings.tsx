import { createFileRoute } from '@tanstack/react-router';
import { UnchartedPage } from '../../features/pages/uncharted-page.js';

export const Route = createFileRoute('/_member/settings')({
  component: () => <UnchartedPage place="Oni Settings" />,
});
