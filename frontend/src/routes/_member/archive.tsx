import { createFileRoute } from '@tanstack/react-router';
import { UnchartedPage } from '../../features/pages/uncharted-page.js';

export const Route = createFileRoute('/_member/archive')({
  component: () => <UnchartedPage place="The Archive" />,
});
