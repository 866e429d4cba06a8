import { PRODUCT_NAME } from '@oniverse/contracts';
import { type Html, html } from '../../shared/index.js';

const PAGES = [
  { address: '/api/docs', name: 'Calls' },
  { address: '/api/docs/live', name: 'Live events' },
] as const;
const DOCUMENTS = [
  { address: '/api/openapi.json', name: 'OpenAPI' },
  { address: '/api/asyncapi.json', name: 'AsyncAPI' },
] as const;

export type DocsPage = (typeof PAGES)[number]['address'];

/** Renders a complete documentation page. @param head its stylesheets and scripts */
export function layout(
  page: DocsPage,
  { title, head, body }: { title: string; head: Html; body: Html },
): string {
  const pages = PAGES.map(
    ({ address, name }) =>
      html`<a href="${address}" ${address === page ? html` aria-current="page"` : ''}>${name}</a>`,
  );
  const documents = DOCUMENTS.map(({ address, name }) => html`<a href="${address}">${name}</a>`);
  return html`<!doctype html>
    <html lang="en" class="dark-mode">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="${PRODUCT_NAME}" />
        <meta property="og:title" content="${title}" />
        <link rel="icon" href="/favicon.svg" />
        ${head}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <a class="home" href="/">${PRODUCT_NAME}</a>
          <nav aria-label="Documentation">${pages}${documents}</nav>
        </header>
        <main id="main" tabindex="-1">${body}</main>
      </body>
    </html> `.markup;
}
