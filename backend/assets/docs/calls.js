// @ts-check
/* The page to try calls from: Swagger UI, told who is calling, with examples that work as they stand. */

/** @typedef {Record<string, any>} Json */

/** What the examples of the document call their member; each visit has a name of its own instead. */
const EXAMPLE_NAME = 'vesper';

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}`);
  return found;
}

const mount = element('calls');
const status = element('session');

const freshName = () =>
  `${EXAMPLE_NAME}_${[...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** @param {Json} published */
const operationsOf = (published) => Object.values(published.paths).flatMap((path) => Object.values(path));

/** @param {Json} body @param {string} name */
const asNamed = (body, name) => ({
  ...body,
  ...('username' in body ? { username: name } : {}),
  ...('oni_id' in body ? { oni_id: name } : {}),
  ...('email' in body ? { email: `${name}@example.org` } : {}),
});

/**
 * Gives the examples a name that nobody has, and lets what may be left out begin empty: a filter that is filled in
 * would find nothing.
 * @param {Json} published
 * @param {string} name
 */
function prepare(published, name) {
  published.servers = [{ url: location.origin }];
  for (const { parameters = [], requestBody } of operationsOf(published)) {
    for (const parameter of parameters) {
      if (!parameter.required) delete parameter.example;
      else if (parameter.example === EXAMPLE_NAME) parameter.example = name;
    }
    const json = requestBody?.content['application/json'];
    // The waitlist keeps names from others: its example has a name that no other example has.
    if (json?.example) json.example = asNamed(json.example, 'oni_id' in json.example ? freshName() : name);
  }
  return published;
}

/** The session that the site keeps in this browser, if it may be read. @returns {string | null} */
function storedSession() {
  try {
    return localStorage.getItem(mount.dataset.sessionKey ?? '');
  } catch {
    return null;
  }
}

/** @param {Json} published */
function show(published) {
  /** The body that registers, as the page last filled it in. */
  let registration =
    published.paths['/api/auth/register'].post.requestBody.content['application/json'].example;

  /** @param {string} path @param {Json} body */
  const fillIn = (path, body) =>
    ui.oas3Actions.setRequestBodyValue({ pathMethod: [path, 'post'], value: JSON.stringify(body, null, 2) });

  /** @param {string} sessionId @param {string} words */
  const begin = (sessionId, words) => {
    ui.preauthorizeApiKey('session', sessionId);
    status.textContent = words;
  };

  /** @type {Record<string, (answer: Json) => void>} What follows from an answer, by its call. */
  const followUps = {
    '/api/auth/register': ({ sessionId, user }) => {
      begin(sessionId, `You are ${user.username}: the calls below carry your session.`);
      if (user.username !== registration.username) return;
      fillIn('/api/auth/login', { username: user.username, password: registration.password });
      registration = asNamed(registration, freshName());
      fillIn('/api/auth/register', registration);
    },
    '/api/auth/login': ({ sessionId, user }) =>
      begin(sessionId, `You are ${user.username}: the calls below carry your session.`),
    '/api/auth/logout': () => {
      ui.authActions.logout(['session']);
      status.textContent = 'The session has ended: calls are made as a visitor.';
    },
    '/api/objects/upload': ({ uploadURL }) => {
      const token = String(uploadURL).split('/').at(-1);
      ui.specActions.changeParam(['/uploads/{token}', 'put'], 'token', 'path', token);
    },
    '/api/users/me/export': ({ url }) => {
      const token = String(url).split('/').at(-1);
      ui.specActions.changeParam(['/exports/{token}', 'get'], 'token', 'path', token);
    },
  };

  // Swagger UI itself reads the address once, when it begins.
  window.addEventListener('hashchange', () => ui.layoutActions.parseDeepLinkHash(location.hash));

  const ui = window.SwaggerUIBundle({
    spec: published,
    domNode: mount,
    presets: [window.SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    // Its colours are too faint for WCAG AA.
    syntaxHighlight: { activated: false },
    // Nothing is asked of any other host.
    validatorUrl: null,
    responseInterceptor: (/** @type {Json} */ response) => {
      if (response.ok) followUps[new URL(response.url, location.href).pathname]?.(response.body ?? {});
      return response;
    },
    onComplete: () => {
      const sessionId = storedSession();
      if (sessionId)
        begin(sessionId, 'You are logged in in this browser: the calls below carry that session.');
    },
  });
}

try {
  const answer = await fetch(mount.dataset.document ?? '');
  if (!answer.ok) throw new Error(`The document answered ${answer.status}`);
  show(prepare(await answer.json(), freshName()));
} catch {
  mount.textContent = 'The document could not be read just now. Load the page again in a moment.';
}
