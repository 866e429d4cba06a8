import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { BrokenPage } from './features/pages/broken-page.js';
import type { AppRouter } from './router.js';
import { useSession } from './session/session.js';

interface AppProps {
  queryClient: QueryClient;
  router: AppRouter;
}

/** Lets the guards of the routes ask again whenever the visitor becomes a member or stops being one. */
function useGuardsFollowSession(router: AppRouter) {
  const { user } = useSession();
  const member = user?.id;
  const guardedFor = useRef(member);
  useEffect(() => {
    if (guardedFor.current === member) return;
    guardedFor.current = member;
    void router.invalidate();
  }, [router, member]);
}

function Routes({ router }: Pick<AppProps, 'router'>) {
  useGuardsFollowSession(router);
  return <RouterProvider router={router} />;
}

/** The whole client; what breaks outside of every route is caught here. */
export function App({ queryClient, router }: AppProps) {
  return (
    <CatchBoundary getResetKey={() => 'app'} errorComponent={BrokenPage}>
      <QueryClientProvider client={queryClient}>
        <Routes router={router} />
      </QueryClientProvider>
    </CatchBoundary>
  );
}
