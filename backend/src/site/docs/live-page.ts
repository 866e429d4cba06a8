import { type JsonSchema, LIVE_PATH, problemAckSchema, PRODUCT_NAME, schema } from '@oniverse/contracts';
import type { DocsFiles } from './docs-files.js';
import { LIVE_GROUND_RULES } from './ground-rules.js';
import { type Html, html, prose } from '../../shared/index.js';
import { layout } from './layout.js';
import { type DescribedEvent, type DescribedRequest, EVENTS, REQUESTS } from './live-schemas.js';

const anchorOf = (name: string): string => name.replaceAll(':', '-');

/** Named object schemas. Each is shown once, in its own table. */
type NamedSchemas = Map<string, JsonSchema>;

/** Describes the type of a value. A named object becomes a link to its table. */
function renderType(json: JsonSchema, schemas: NamedSchemas): Html {
  if (json.anyOf) return html`${joinWithOr(json.anyOf.map((option) => renderType(option, schemas)))}`;
  if (json.title !== undefined) {
    schemas.set(json.title, json);
    return html`<a href="#schema-${json.title}">${json.title}</a>`;
  }
  if (json.enum)
    return html`${joinWithOr(json.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`))}`;
  const types = [json.type ?? 'any'].flat();
  return html`${joinWithOr(types.map((type) => renderNamedType(type, json, schemas)))}`;
}

function renderNamedType(type: string, json: JsonSchema, schemas: NamedSchemas): Html {
  if (type === 'array') return html`list of ${renderType(json.items ?? {}, schemas)}`;
  if (type === 'string') return html`${json.format ?? 'text'}`;
  return html`${type === 'integer' ? 'whole number' : type}`;
}

const joinWithOr = (options: readonly Html[]): Html[] =>
  options.map((option, n) => (n === 0 ? option : html` or ${option}`));

function renderTable(caption: string, json: JsonSchema, schemas: NamedSchemas): Html {
  const properties = Object.entries(json.properties ?? {});
  if (properties.length === 0) return html`<p>${caption}: none.</p>`;
  const rows = properties.map(
    ([name, property]) =>
      html`<tr>
        <th scope="row"><code>${name}</code></th>
        <td>
          ${renderType(property, schemas)}${json.required?.includes(name) ? '' : html` <i>optional</i>`}
        </td>
        <td>${prose(property.description ?? property.title ?? '')}</td>
      </tr>`,
  );
  return html`<table>
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Type</th>
        <th scope="col">Description</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

const renderExample = (label: string, lines: string): Html =>
  html`<pre tabindex="0" aria-label="${label}"><code>${lines}</code></pre>`;

const exampleOf = (json: JsonSchema): string => JSON.stringify(schema.exampleOf(json), null, 2);

const renderRequest = (
  { name, summary, access, payload, acknowledgement }: DescribedRequest,
  schemas: NamedSchemas,
): Html =>
  html`<section class="event" aria-labelledby="${anchorOf(name)}">
    <h3 id="${anchorOf(name)}"><code>${name}</code></h3>
    <p>${prose(summary)}</p>
    <p class="who">Allowed for ${access === 'members' ? 'members' : 'everyone, including visitors'}.</p>
    ${renderTable('Payload', payload, schemas)} ${renderTable('Acknowledgement', acknowledgement, schemas)}
    ${renderExample(
      `Example of ${name}`,
      `socket.emit('${name}', ${exampleOf(payload)}, (answer) => …)\n\n// answer\n${exampleOf(acknowledgement)}`,
    )}
  </section>`;

const renderEvent = ({ name, summary, to, payload }: DescribedEvent, schemas: NamedSchemas): Html =>
  html`<section class="event" aria-labelledby="${anchorOf(name)}">
    <h3 id="${anchorOf(name)}"><code>${name}</code></h3>
    <p>${prose(summary)}</p>
    <p class="who">Sent to ${to}.</p>
    ${renderTable('Payload', payload, schemas)}
    ${renderExample(`Example of ${name}`, `socket.on('${name}', (payload) => …)\n\n// payload\n${exampleOf(payload)}`)}
  </section>`;

function renderSchemas(schemas: NamedSchemas): Html[] {
  const tables: Html[] = [];
  // Iterating over a map includes entries added during the iteration.
  for (const [name, json] of schemas) {
    tables.push(
      html`<section class="event" aria-labelledby="schema-${name}">
        <h3 id="schema-${name}">${name}</h3>
        <p>${prose(json.description ?? '')}</p>
        ${renderTable('Properties', json, schemas)}
      </section>`,
    );
  }
  return tables;
}

const renderContents = (named: readonly { name: string }[]): Html =>
  html`<ul>
    ${named.map(
      ({ name }) =>
        html`<li>
          <a href="#${anchorOf(name)}"><code>${name}</code></a>
        </li>`,
    )}
  </ul>`;

const CONNECT = `import { io } from 'socket.io-client';

const socket = io({ path: '${LIVE_PATH}', transports: ['websocket'], auth: { sessionId } });
socket.on('connect_error', ({ message }) => …); // 'unauthorized': sign in again`;

export function renderLivePage(files: DocsFiles): string {
  const title = `${PRODUCT_NAME} live events`;
  const schemas: NamedSchemas = new Map();
  const requests = REQUESTS.map((described) => renderRequest(described, schemas));
  const events = EVENTS.map((described) => renderEvent(described, schemas));
  return layout('/api/docs/live', {
    title,
    head: html`<link rel="stylesheet" href="${files.addressOf('docs.css')}" />`,
    body: html`<h1>${title}</h1>
      <nav class="contents" aria-label="On this page">
        <p><a href="#requests">Client requests</a></p>
        ${renderContents(REQUESTS)}
        <p><a href="#events">Server events</a></p>
        ${renderContents(EVENTS)}
      </nav>
      <h2 id="connect">Connecting</h2>
      ${LIVE_GROUND_RULES.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
      ${renderExample('Connection example', CONNECT)}
      <h2 id="errors">Errors</h2>
      ${renderTable('Acknowledgement', problemAckSchema.json, schemas)}
      ${renderExample('Example of an error', exampleOf(problemAckSchema.json))}
      <h2 id="requests">Client requests</h2>
      ${requests}
      <h2 id="events">Server events</h2>
      ${events}
      <h2 id="schemas">Schemas</h2>
      ${renderSchemas(schemas)}`,
  });
}
