import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { UnknownPage } from '../features/pages/unknown-page.js';
import type { RouterContext } from '../router.js';
import { useCarriedDestination } from '../session/destination.js';
import { useSession } from '../session/session.js';
import { prepareToasts, Toaster } from '../ui/toaster.js';

function Root() {
  useCarriedDestination();
  const { status } = useSession();
  useEffect(() => {
    if (status === 'member') void prepareToasts();
  }, [status]);
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  );
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: UnknownPage,
});
