import { createMemoryHistory } from '@tanstack/react-router';
import { PRODUCT_NAME } from '@oniverse/contracts';
import { renderToString } from 'react-dom/server';
import { createQueryClient } from './api/query-client.js';
import { App } from './app.js';
import { AUTH_TEXTS } from './features/account/auth/auth.texts.js';
import { LANDING_TEXTS } from './features/site/landing/landing.texts.js';
import { MANIFESTO } from './features/site/landing/manifesto.texts.js';
import { INSTRUCTIONS, STAR_FUEL } from './features/site/pages/static-pages.texts.js';
import { createAppRouter } from './router.js';

/** The prerendered pages, which are the same for every visitor until the client runs. */
export const PAGES = ['/', '/auth', '/clean-auth', '/purpose', '/instructions', '/fund'] as const;

/** Title and description for browsers and link previews. */
export interface PrerenderedHead {
  title: string;
  description: string;
}

const titled = (title: string): string => `${title}, ${PRODUCT_NAME}`;
const INVITATION = `${MANIFESTO.statement} ${MANIFESTO.continuation}`;

export const HEADS: Readonly<Record<(typeof PAGES)[number], PrerenderedHead>> = {
  '/': { title: LANDING_TEXTS.title, description: INVITATION },
  '/auth': { title: titled(AUTH_TEXTS.title), description: AUTH_TEXTS.register.text },
  '/clean-auth': { title: titled(AUTH_TEXTS.clean.title), description: INVITATION },
  '/purpose': { title: titled('Purpose'), description: INVITATION },
  '/instructions': { title: titled(INSTRUCTIONS.title), description: INSTRUCTIONS.lead },
  '/fund': { title: titled(STAR_FUEL.title), description: STAR_FUEL.lead },
};

/** Inline styles, which the content security policy blocks. */
const INLINE_STYLES = / style="[^"]*"/gu;

/** Elements that do nothing before the client runs, unlike links. */
const INTERACTIVE = /<(form|button) /gu;

/**
 * Returns the markup of a page for a visitor with an unknown session, which is what the client renders first. Its forms
 * and buttons are inert until the client runs.
 */
export async function prerender(page: (typeof PAGES)[number]): Promise<string> {
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [page] }));
  // Scroll restoration would add an inline script.
  router.update({ ...router.options, scrollRestoration: false });
  await router.load();
  return renderToString(<App queryClient={queryClient} router={router} />)
    .replaceAll(INLINE_STYLES, '')
    .replaceAll(INTERACTIVE, '<$1 inert="" ');
}
