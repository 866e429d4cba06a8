import type { QueryClient } from '@tanstack/react-query';
import { CatchBoundary, createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useFinderKey } from '../frame/use-finder-key.js';
import { UnknownPage } from '../features/site/pages/unknown-page.js';
import { useStoreDestination } from '../session/destination.js';
import { useSession } from '../session/session.js';
import { lazyPart } from '../ui/lazy-part.js';
import { Toaster } from '../ui/toaster.js';
import { useReservedKeys } from '../ui/use-reserved-keys.js';

const MemberParts = lazyPart(() => import('./-member-parts.js'));

function Root() {
  useReservedKeys();
  useStoreDestination();
  const isMember = useSession().status === 'member';
  useFinderKey(isMember);
  return (
    <>
      <Outlet />
      {isMember && (
        <CatchBoundary getResetKey={() => 'member'} errorComponent={() => null}>
          <Suspense fallback={null}>
            <MemberParts />
          </Suspense>
        </CatchBoundary>
      )}
      <Toaster />
    </>
  );
}

/** The context available to every route's loader and guard. */
export interface RouterContext {
  queryClient: QueryClient;
  /** Whether the visitor is currently known to be a member. */
  isMember: () => boolean;
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: UnknownPage,
});
