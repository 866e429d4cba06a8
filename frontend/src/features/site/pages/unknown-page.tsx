import { isNotFound, useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSignInReason } from '../../../session/destination.js';
import { useSession } from '../../../session/session.js';
import { LandingPage } from '../landing/index.js';

const NotFoundPage = lazy(() => import('./not-found-page.js'));

/**
 * The landing page, or `Page Not Found` for a member. The landing page also covers a page for members that was
 * requested before the session was known, until that page is fetched.
 */
export function UnknownPage() {
  const { status } = useSession();
  const reason = useSignInReason();
  const isRefused = useMatches({ select: (matches) => matches.some(({ error }) => isNotFound(error)) });
  if (status !== 'member' || isRefused) return <LandingPage reason={reason} />;
  return (
    <Suspense fallback={null}>
      <NotFoundPage />
    </Suspense>
  );
}
