import { PRODUCT_NAME, STORAGE_KEYS } from '@oniverse/contracts';
import type { DocsFiles } from './docs-files.js';
import { html } from './html.js';
import { layout } from './layout.js';

/** The page to read the calls on, and to try them from. */
export function callsPage(files: DocsFiles): string {
  const title = `${PRODUCT_NAME} API`;
  return layout('/api/docs', {
    title,
    head: html`<link rel="stylesheet" href="${files.addressOf('swagger-ui.css')}" />
      <link rel="stylesheet" href="${files.addressOf('docs.css')}" />
      <script defer src="${files.addressOf('swagger-ui-bundle.js')}"></script>
      <script type="module" src="${files.addressOf('calls.js')}"></script>`,
    body: html`<h1>${title}</h1>
      <section class="begin" aria-labelledby="begin">
        <h2 id="begin">How to begin</h2>
        <ol>
          <li>
            Open <a href="#/Accounts/accountsRegister"><code>POST /api/auth/register</code></a
            >, press <b>Try it out</b>, then <b>Execute</b>. The body is filled in with a name that nobody
            has.
          </li>
          <li>
            The session that it answers is used by every call below from then on. Logging in does the same.
          </li>
          <li>
            Try <a href="#/Accounts/accountsMe"><code>GET /api/auth/me</code></a
            >: it says who you are.
          </li>
        </ol>
        <p>Calls are real: they change what they say they change, as the member whose session they carry.</p>
        <p id="session" class="session" role="status">No session: calls are made as a visitor.</p>
      </section>
      <div id="calls" data-document="/api/openapi.json" data-session-key="${STORAGE_KEYS.session}"></div>
      <noscript
        ><p>
          Trying calls needs JavaScript. The document itself is at
          <a href="/api/openapi.json">/api/openapi.json</a>.
        </p></noscript
      >`,
  });
}
