import type { QueryClient } from '@tanstack/react-query';
import { CatchBoundary, createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { closeFinder } from '../frame/finder-open.js';
import { useFinderKey } from '../frame/use-finder-key.js';
import { UnknownPage } from '../features/pages/unknown-page.js';
import { useStoreDestination } from '../session/destination.js';
import { useSession } from '../session/session.js';
import { lazyPart } from '../ui/lazy-part.js';
import { Toaster } from '../ui/toaster.js';

const Finder = lazyPart(() => import('../features/search/finder.js'));
const MentionWatch = lazyPart(() => import('../features/dimensions/mention-watch.js'));
const NightWatch = lazyPart(() => import('../features/notifications/night-watch.js'));

function MemberFinder() {
  if (!useFinderKey()) return null;
  return (
    <CatchBoundary getResetKey={() => 'finder'} onCatch={closeFinder} errorComponent={() => null}>
      <Suspense fallback={null}>
        <Finder onClose={closeFinder} />
      </Suspense>
    </CatchBoundary>
  );
}

function Root() {
  useStoreDestination();
  const { status } = useSession();
  return (
    <>
      <Outlet />
      {status === 'member' && (
        <CatchBoundary getResetKey={() => 'mentions'} errorComponent={() => null}>
          <Suspense fallback={null}>
            <MentionWatch />
            <NightWatch />
          </Suspense>
        </CatchBoundary>
      )}
      {status === 'member' && <MemberFinder />}
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
