const DOCKER_HUB = 'https://registry-1.docker.io';
const TIMEOUT_MS = 20_000;
const DIGEST = /^sha256:[0-9a-f]{64}$/u;
/** Lists of the images of all platforms, then images of a single one. */
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json;q=0.5',
  'application/vnd.docker.distribution.manifest.v2+json;q=0.5',
].join(', ');

interface Image {
  registry: string;
  repository: string;
  tag: string;
}

/** Returns where an image is, as Docker understands its name. @throws Error for a name without a tag */
export function parseImage(name: string): Image {
  const [, path = '', tag = ''] = /^([^@]+):([\w][\w.-]{0,127})(?:@.*)?$/u.exec(name) ?? [];
  if (tag === '') throw new Error(`${name} has no tag.`);
  const [host = '', ...rest] = path.split('/');
  if (rest.length > 0 && /[.:]/u.test(host)) {
    return { registry: `https://${host}`, repository: rest.join('/'), tag };
  }
  return { registry: DOCKER_HUB, repository: rest.length === 0 ? `library/${path}` : path, tag };
}

/** Returns the token that a registry demands for an anonymous pull. @param challenge its `WWW-Authenticate` */
async function fetchToken(challenge: string): Promise<string> {
  const given = new Map(
    Array.from(challenge.matchAll(/(\w+)="([^"]*)"/gu), ([, name = '', value = '']) => [name, value]),
  );
  const realm = given.get('realm');
  if (realm === undefined) throw new Error(`The registry demands something else than a token: ${challenge}`);
  const url = new URL(realm);
  for (const name of ['service', 'scope']) url.searchParams.set(name, given.get(name) ?? '');
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const body: unknown = await response.json();
  const token: unknown = Reflect.get(Object(body), 'token') ?? Reflect.get(Object(body), 'access_token');
  if (typeof token !== 'string') throw new Error(`${url.origin} gave no token: ${response.status}.`);
  return token;
}

/**
 * Returns the digest that a tag has in its registry.
 * @param registry where to ask instead of the registry of the name
 * @see https://distribution.github.io/distribution/spec/api/
 */
export async function fetchDigest(name: string, registry?: string): Promise<string> {
  const image = parseImage(name);
  const url = new URL(`/v2/${image.repository}/manifests/${image.tag}`, registry ?? image.registry);
  const ask = async (headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url, {
      method: 'HEAD',
      headers: { accept: MANIFESTS, ...headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  let response = await ask();
  if (response.status === 401) {
    const token = await fetchToken(response.headers.get('www-authenticate') ?? '');
    response = await ask({ authorization: `Bearer ${token}` });
  }
  const digest = response.headers.get('docker-content-digest') ?? '';
  if (!response.ok || !DIGEST.test(digest)) {
    throw new Error(`${url.origin} does not say what ${name} is: ${response.status}.`);
  }
  return digest;
}

/**
 * Returns the text of `infra/docker/base-images` with the current digest of each image.
 * @param digestOf asks for the digest of a tag
 */
export async function renewImages(
  text: string,
  digestOf: (name: string) => Promise<string>,
): Promise<string> {
  const lines = await Promise.all(
    text.split('\n').map(async (line) => {
      const [, variable, name] = /^(\w+_IMAGE)=([^@]+)/u.exec(line) ?? [];
      return variable === undefined || name === undefined
        ? line
        : `${variable}=${name}@${await digestOf(name)}`;
    }),
  );
  return lines.join('\n');
}
