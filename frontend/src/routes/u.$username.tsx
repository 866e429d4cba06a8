import { createFileRoute } from '@tanstack/react-router';
import { PublicProfilePage } from '../features/people/public-profile/public-profile-page.js';

function Page() {
  const { username } = Route.useParams();
  return <PublicProfilePage key={username} username={username} />;
}

export const Route = createFileRoute('/u/$username')({ component: Page });
