import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { createQueryClient } from './api/query-client.js';
import { App } from './app.js';
import { createAppRouter } from './router.js';

/** The pages that stand the same for every visitor until the client runs. */
export const PAGES = ['/', '/auth', '/clean-auth', '/purpose', '/instructions', '/fund'] as const;

/** What the markup may not hold: the policy of the pages takes no styles that are written into them. */
const INLINE_STYLES = / style="[^"]*"/gu;

/** What does nothing before the client runs; links do. */
const NOT_YET = /<(form|button) /gu;

/**
 * The markup of a page as somebody sees it of whom nothing is known yet: what the client itself draws first.
 * Its forms and buttons take nothing until the client that acts on them is there.
 */
export async function prerender(page: (typeof PAGES)[number]): Promise<string> {
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [page] }));
  // Restoring a scroll position would write a script into the page.
  router.update({ ...router.options, scrollRestoration: false });
  await router.load();
  return renderToString(<App queryClient={queryClient} router={router} />)
    .replaceAll(INLINE_STYLES, '')
    .replaceAll(NOT_YET, '<$1 inert="" ');
}
