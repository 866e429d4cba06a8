import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { BrokenRoute } from './features/site/pages/broken-page.js';
import { routeTree } from './routeTree.gen.js';
import { currentUser } from './session/session.js';

/** Creates the client's router. Tests pass their own history. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queryClient, isMember: () => currentUser(queryClient) !== null },
    defaultErrorComponent: BrokenRoute,
    defaultPreload: 'intent',
    scrollRestoration: true,
    ...(history && { history }),
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
