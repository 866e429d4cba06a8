import type { QueryClient } from '@tanstack/react-query';
import { storedSession } from '../api/stored-session.js';
import type { AppRouter } from '../router.js';
import { sessionQuery } from './session.js';

/** How long the page stands as it came, for who is a member most likely, in milliseconds. */
const PATIENCE_MS = 1_500;
const MEMBERS = '/_member';

/**
 * Has all that the page at the address needs brought along. Who was here before is asked for at once, and a member's
 * page is fetched meanwhile: what came drawn (the landing page, as long as nobody is known) stands until then, instead
 * of being made alive only to be thrown away.
 */
export async function firstLoad(router: AppRouter, client: QueryClient): Promise<void> {
  if (storedSession() !== null) {
    const known = client.prefetchQuery(sessionQuery);
    const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
    if (routes.some((route) => route.id === MEMBERS)) {
      // What does not come is asked for again by the router, which has a page for that.
      void Promise.allSettled(routes.map(async (route) => router.loadRouteChunk(route)));
      await Promise.race([known, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    }
  }
  await router.load();
}
