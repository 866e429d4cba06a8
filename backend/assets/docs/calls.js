// @ts-check
/* Swagger UI with the caller's session and examples that work without editing. */

/** @typedef {Record<string, any>} Json */

/** The name in the document's examples. Each visit replaces it with a fresh one. */
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
 * Puts an unused name into the examples and clears optional parameters, because a prefilled filter would find nothing,
 * and the token of a mail, because an example of it is refused.
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
    delete json?.example?.claimToken;
    // A waitlist claim reserves its name, so its example needs a different one.
    if (json?.example) json.example = asNamed(json.example, 'oni_id' in json.example ? freshName() : name);
  }
  return published;
}

/** Returns the session that the site stores in this browser, if readable. @returns {string | null} */
function storedSession() {
  try {
    return localStorage.getItem(mount.dataset.sessionKey ?? '');
  } catch {
    return null;
  }
}

/** @param {Json} published */
function show(published) {
  /** The registration body that the page filled in last. */
  let registration =
    published.paths['/api/auth/register'].post.requestBody.content['application/json'].example;

  /** @param {string} path @param {Json} body */
  const fillIn = (path, body) =>
    ui.oas3Actions.setRequestBodyValue({ pathMethod: [path, 'post'], value: JSON.stringify(body, null, 2) });

  /** @param {string} sessionId @param {string} text */
  const useSession = (sessionId, text) => {
    ui.preauthorizeApiKey('session', sessionId);
    status.textContent = text;
  };

  /** @type {Record<string, (answer: Json) => void>} Reactions to successful responses, by path. */
  const followUps = {
    '/api/auth/register': ({ sessionId, user }) => {
      useSession(sessionId, `You are logged in as ${user.username}. The calls below use your session.`);
      if (user.username !== registration.username) return;
      fillIn('/api/auth/login', { username: user.username, password: registration.password });
      registration = asNamed(registration, freshName());
      fillIn('/api/auth/register', registration);
    },
    '/api/auth/login': ({ sessionId, user }) =>
      useSession(sessionId, `You are logged in as ${user.username}. The calls below use your session.`),
    '/api/auth/logout': () => {
      ui.authActions.logout(['session']);
      status.textContent = 'You are logged out. Calls are made as a visitor.';
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

  // Swagger UI reads the address only on start.
  window.addEventListener('hashchange', () => ui.layoutActions.parseDeepLinkHash(location.hash));

  const ui = window.SwaggerUIBundle({
    spec: published,
    domNode: mount,
    presets: [window.SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
    deepLinking: true,
    displayRequestDuration: true,
    // With 150 or more visible rows, Swagger UI renders only those on the screen, which breaks searching in the page.
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    // Its colours do not meet WCAG AA contrast.
    syntaxHighlight: { activated: false },
    // No requests to other hosts.
    validatorUrl: null,
    responseInterceptor: (/** @type {Json} */ response) => {
      if (response.ok) followUps[new URL(response.url, location.href).pathname]?.(response.body ?? {});
      return response;
    },
    onComplete: () => {
      const sessionId = storedSession();
      if (sessionId)
        useSession(sessionId, 'You are logged in on this browser. The calls below use that session.');
    },
  });
}

try {
  const answer = await fetch(mount.dataset.document ?? '');
  if (!answer.ok) throw new Error(`The document request failed with ${answer.status}`);
  show(prepare(await answer.json(), freshName()));
} catch {
  mount.textContent = 'The API document could not be loaded. Try reloading the page in a moment.';
}
