import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { BrokenRoute } from './features/pages/broken-page.js';
import { routeTree } from './routeTree.gen.js';
import { currentUser } from './session/session.js';

/** What every route may read without being rendered. */
export interface RouterContext {
  queryClient: QueryClient;
  /** Whether the visitor is known to be a member just now. */
  isMember: () => boolean;
}

/** The router of the client; tests give it a history of their own. */
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
