import { createFileRoute } from '@tanstack/react-router';
import { UnchartedPage } from '../../features/pages/uncharted-page.js';

export const Route = createFileRoute('/_member/profile')({
  component: () => <UnchartedPage place="Your profile" />,
});
