import { createFileRoute } from '@tanstack/react-router';
import { rememberConstellation } from '../../features/home/steps-memory.js';
import { UnchartedPage } from '../../features/pages/uncharted-page.js';
import { currentUser } from '../../session/session.js';

export const Route = createFileRoute('/_member/constellation')({
  component: () => <UnchartedPage place="The Constellation" />,
  onEnter: ({ context }) => {
    const user = currentUser(context.queryClient);
    if (user) rememberConstellation(user.id);
  },
});
