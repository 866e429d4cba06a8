import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { BrokenPage } from './features/site/pages/broken-page.js';
import { EndedPage } from './features/site/pages/ended-page.js';
import type { AppRouter } from './router.js';
import { endPage, usePageEnd } from './session/page-end.js';
import { useSession } from './session/session.js';

interface AppProps {
  queryClient: QueryClient;
  router: AppRouter;
}

/** Re-runs the route guards once the visitor is a member, and ends the page when that member signs out. */
function useSyncGuardsWithSession(router: AppRouter) {
  const { user } = useSession();
  const member = user?.id;
  const guardedFor = useRef(member);
  useEffect(() => {
    if (guardedFor.current === member) return;
    if (guardedFor.current !== undefined) {
      endPage();
      return;
    }
    guardedFor.current = member;
    void router.invalidate();
  }, [router, member]);
}

function Routes({ router }: Pick<AppProps, 'router'>) {
  useSyncGuardsWithSession(router);
  const leave = usePageEnd((state) => state.leave);
  return leave ? <EndedPage leave={leave} /> : <RouterProvider router={router} />;
}

/** The whole client. Catches errors outside of routes. */
export function App({ queryClient, router }: AppProps) {
  return (
    <CatchBoundary getResetKey={() => 'app'} errorComponent={BrokenPage}>
      <QueryClientProvider client={queryClient}>
        <Routes router={router} />
      </QueryClientProvider>
    </CatchBoundary>
  );
}
