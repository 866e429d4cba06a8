import { PRODUCT_NAME } from '@oniverse/contracts';
import { type Html, html } from './html.js';

const PAGES = [
  { address: '/api/docs', name: 'Calls' },
  { address: '/api/docs/live', name: 'Live events' },
] as const;
const DOCUMENTS = [
  { address: '/api/openapi.json', name: 'OpenAPI' },
  { address: '/api/asyncapi.json', name: 'AsyncAPI' },
] as const;

/** The addresses of the pages of the documents. */
export type DocsPage = (typeof PAGES)[number]['address'];

/** A whole page of the documents. @param head what the page loads */
export function layout(
  page: DocsPage,
  { title, head, body }: { title: string; head: Html; body: Html },
): string {
  const places = PAGES.map(
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
        <link rel="icon" href="/favicon.svg" />
        ${head}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <a class="home" href="/">${PRODUCT_NAME}</a>
          <nav aria-label="Documents">${places}${documents}</nav>
        </header>
        <main id="main" tabindex="-1">${body}</main>
      </body>
    </html> `.markup;
}
