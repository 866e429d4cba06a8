import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { UnknownPage } from '../features/pages/unknown-page.js';
import type { RouterContext } from '../router.js';
import { useCarriedDestination } from '../session/destination.js';
import { Toaster } from '../ui/toaster.js';

function Root() {
  useCarriedDestination();
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
