import { type JsonSchema, LIVE_PATH, problemAckSchema, PRODUCT_NAME, schema } from '@oniverse/contracts';
import type { DocsFiles } from './docs-files.js';
import { LIVE_GROUND_RULES } from './ground-rules.js';
import { type Html, html, prose } from './html.js';
import { layout } from './layout.js';
import { type DescribedEvent, type DescribedRequest, EVENTS, REQUESTS } from './live-forms.js';

const anchorOf = (name: string): string => name.replaceAll(':', '-');

/** The objects that stand within others, by their names: each is shown once, in a table of its own. */
type Forms = Map<string, JsonSchema>;

/** What a value may be, in words; a named object is a link to its table. */
function typeOf(json: JsonSchema, forms: Forms): Html {
  if (json.anyOf) return html`${either(json.anyOf.map((form) => typeOf(form, forms)))}`;
  if (json.title !== undefined) {
    forms.set(json.title, json);
    return html`<a href="#form-${json.title}">${json.title}</a>`;
  }
  if (json.enum)
    return html`${either(json.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`))}`;
  const types = [json.type ?? 'any'].flat();
  return html`${either(types.map((type) => typeNamed(type, json, forms)))}`;
}

function typeNamed(type: string, json: JsonSchema, forms: Forms): Html {
  if (type === 'array') return html`list of ${typeOf(json.items ?? {}, forms)}`;
  if (type === 'string') return html`${json.format ?? 'text'}`;
  return html`${type === 'integer' ? 'whole number' : type}`;
}

const either = (forms: readonly Html[]): Html[] =>
  forms.map((form, n) => (n === 0 ? form : html` or ${form}`));

/** The properties of an object. */
function table(caption: string, json: JsonSchema, forms: Forms): Html {
  const properties = Object.entries(json.properties ?? {});
  if (properties.length === 0) return html`<p>${caption}: nothing.</p>`;
  const rows = properties.map(
    ([name, property]) =>
      html`<tr>
        <th scope="row"><code>${name}</code></th>
        <td>${typeOf(property, forms)}${json.required?.includes(name) ? '' : html` <i>optional</i>`}</td>
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
        <th scope="col">What it is</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

const example = (label: string, lines: string): Html =>
  html`<pre tabindex="0" aria-label="${label}"><code>${lines}</code></pre>`;

const shown = (json: JsonSchema): string => JSON.stringify(schema.exampleOf(json), null, 2);

const request = ({ name, summary, access, payload, acknowledgement }: DescribedRequest, forms: Forms): Html =>
  html`<section class="event" aria-labelledby="${anchorOf(name)}">
    <h3 id="${anchorOf(name)}"><code>${name}</code></h3>
    <p>${prose(summary)}</p>
    <p class="who">Who may ask: ${access === 'members' ? 'members' : 'everyone, visitors too'}.</p>
    ${table('Payload', payload, forms)} ${table('Acknowledgement', acknowledgement, forms)}
    ${example(
      `An example of ${name}`,
      `socket.emit('${name}', ${shown(payload)}, (answer) => …)\n\n// answer\n${shown(acknowledgement)}`,
    )}
  </section>`;

const event = ({ name, summary, to, payload }: DescribedEvent, forms: Forms): Html =>
  html`<section class="event" aria-labelledby="${anchorOf(name)}">
    <h3 id="${anchorOf(name)}"><code>${name}</code></h3>
    <p>${prose(summary)}</p>
    <p class="who">Who hears it: ${to}.</p>
    ${table('Payload', payload, forms)}
    ${example(`An example of ${name}`, `socket.on('${name}', (payload) => …)\n\n// payload\n${shown(payload)}`)}
  </section>`;

/** The named objects, those included that their own tables name. */
function formTables(forms: Forms): Html[] {
  const tables: Html[] = [];
  // A map goes on with what is added to it on the way.
  for (const [name, json] of forms) {
    tables.push(
      html`<section class="event" aria-labelledby="form-${name}">
        <h3 id="form-${name}">${name}</h3>
        <p>${prose(json.description ?? '')}</p>
        ${table('Properties', json, forms)}
      </section>`,
    );
  }
  return tables;
}

const contents = (named: readonly { name: string }[]): Html =>
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
socket.on('connect_error', ({ message }) => …); // 'unauthorized': log in again`;

/** The reference of the live events, made from the contract. */
export function livePage(files: DocsFiles): string {
  const title = `${PRODUCT_NAME} live events`;
  const forms: Forms = new Map();
  const requests = REQUESTS.map((described) => request(described, forms));
  const events = EVENTS.map((described) => event(described, forms));
  return layout('/api/docs/live', {
    title,
    head: html`<link rel="stylesheet" href="${files.addressOf('docs.css')}" />`,
    body: html`<h1>${title}</h1>
      <nav class="contents" aria-label="On this page">
        <p><a href="#requests">What a client may ask</a></p>
        ${contents(REQUESTS)}
        <p><a href="#events">What the server tells</a></p>
        ${contents(EVENTS)}
      </nav>
      <h2 id="connect">Connecting</h2>
      ${LIVE_GROUND_RULES.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
      ${example('How to connect', CONNECT)}
      <h2 id="refusals">Where a request fails</h2>
      ${table('Acknowledgement', problemAckSchema.json, forms)}
      ${example('An example of a refusal', shown(problemAckSchema.json))}
      <h2 id="requests">What a client may ask</h2>
      ${requests}
      <h2 id="events">What the server tells</h2>
      ${events}
      <h2 id="forms">Forms</h2>
      ${formTables(forms)}`,
  });
}
