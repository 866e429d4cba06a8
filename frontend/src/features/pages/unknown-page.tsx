import { lazy, Suspense } from 'react';
import { useSession } from '../../session/session.js';
import { LandingPage } from '../landing/landing-page.js';

const NotFoundPage = lazy(() => import('./not-found-page.js'));

/** What stands where nothing may be shown: the landing page, or for a member `Page Not Found`. */
export function UnknownPage() {
  const { status } = useSession();
  if (status !== 'member') return <LandingPage />;
  return (
    <Suspense fallback={null}>
      <NotFoundPage />
    </Suspense>
  );
}
