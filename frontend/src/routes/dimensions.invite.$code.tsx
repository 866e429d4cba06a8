import { createFileRoute } from '@tanstack/react-router';
import { InvitePage } from '../features/talk/dimensions/invite-page.js';

function Invite() {
  const { code } = Route.useParams();
  return <InvitePage key={code} code={code} />;
}

export const Route = createFileRoute('/dimensions/invite/$code')({ component: Invite });
