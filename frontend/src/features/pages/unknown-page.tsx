import { isNotFound, useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSession } from '../../session/session.js';
import { LandingPage } from '../landing/landing-page.js';

const NotFoundPage = lazy(() => import('./not-found-page.js'));

/**
 * What stands where nothing may be shown: the landing page, or for a member `Page Not Found`. A page for members
 * that was asked for before anybody was known to be one stands behind the landing page until it is fetched.
 */
export function UnknownPage() {
  const { status } = useSession();
  const isRefused = useMatches({ select: (matches) => matches.some(({ error }) => isNotFound(error)) });
  if (status !== 'member' || isRefused) return <LandingPage />;
  return (
    <Suspense fallback={null}>
      <NotFoundPage />
    </Suspense>
  );
}
