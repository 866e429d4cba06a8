import { createFileRoute } from '@tanstack/react-router';
import { UnchartedPage } from '../../features/pages/uncharted-page.js';

export const Route = createFileRoute('/_member/album')({
  component: () => <UnchartedPage place="The Album" />,
});
