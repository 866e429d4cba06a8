import { PRODUCT_NAME, SESSION_STORAGE_KEY } from '@oniverse/contracts';
import type { DocsFiles } from './docs-files.js';
import { html } from '../../shared/index.js';
import { layout } from './layout.js';

export function renderCallsPage(files: DocsFiles): string {
  const title = `${PRODUCT_NAME} API`;
  return layout('/api/docs', {
    title,
    head: html`<link rel="stylesheet" href="${files.addressOf('swagger-ui.css')}" />
      <link rel="stylesheet" href="${files.addressOf('docs.css')}" />
      <script defer src="${files.addressOf('swagger-ui-bundle.js')}"></script>
      <script type="module" src="${files.addressOf('calls.js')}"></script>`,
    body: html`<h1>${title}</h1>
      <section class="begin" aria-labelledby="begin">
        <h2 id="begin">Getting started</h2>
        <ol>
          <li>
            Open <a href="#/Accounts/accountsRegister"><code>POST /api/auth/register</code></a
            >, press <b>Try it out</b>, then <b>Execute</b>. The example body already has an unused name.
          </li>
          <li>
            From then on, every call on this page uses the session from the response. Logging in does the
            same.
          </li>
          <li>
            Try <a href="#/Accounts/accountsMe"><code>GET /api/auth/me</code></a
            >. It returns your account.
          </li>
        </ol>
        <p>Calls are real. They change the data of the member whose session they use.</p>
        <p id="session" class="session" role="status">You are not logged in. Calls are made as a visitor.</p>
      </section>
      <div id="calls" data-document="/api/openapi.json" data-session-key="${SESSION_STORAGE_KEY}"></div>
      <noscript
        ><p>
          Trying calls requires JavaScript. The OpenAPI document is at
          <a href="/api/openapi.json">/api/openapi.json</a>.
        </p></noscript
      >`,
  });
}
