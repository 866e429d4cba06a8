import type { QueryClient } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import type { AppRouter } from './router.js';

/** Replaces the prerendered page with the client. A separate chunk, so that the browser can paint before it runs. */
export function mount(root: Element, queryClient: QueryClient, router: AppRouter): void {
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App queryClient={queryClient} router={router} />
      </StrictMode>,
    ),
  );
}
