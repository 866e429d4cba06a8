import type { QueryClient } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import type { AppRouter } from './router.js';

/** Draws the client in the place of what came drawn. In a part of its own, so that the browser can breathe in between. */
export function draw(root: Element, queryClient: QueryClient, router: AppRouter): void {
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App queryClient={queryClient} router={router} />
      </StrictMode>,
    ),
  );
}
