import type { QueryClient } from '@tanstack/react-query';
import { pageSession } from './api/stored-session.js';
import type { AppRouter } from './router.js';
import { sessionQuery } from './session/session.js';

/** The longest wait for the session before the router takes over the prerendered page. */
const SESSION_TIMEOUT_MS = 1_500;
const MEMBER_ROUTE_ID = '/_member';

/**
 * Loads everything that the first page needs. With a stored session, the session and the code of a members' page load
 * in parallel, and the prerendered landing page stays until then. Hydrating it only to replace it would be wasted.
 */
export async function loadFirstPage(router: AppRouter, client: QueryClient): Promise<void> {
  if (pageSession() !== null) {
    const known = client.prefetchQuery(sessionQuery);
    const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
    if (routes.some((route) => route.id === MEMBER_ROUTE_ID)) {
      // The router repeats a failed load and shows its error page.
      void Promise.allSettled(routes.map(async (route) => router.loadRouteChunk(route)));
      await Promise.race([known, new Promise((resolve) => setTimeout(resolve, SESSION_TIMEOUT_MS))]);
    }
  }
  await router.load();
}
