import { LIMITS } from '@oniverse/contracts';
import { HOSTILE } from '../markdown/hostile.js';
import { wordAt } from '../search/population.js';

/** The tag of the hostile member's posts. */
export const TAG = 'flood';

/** What the requests of a round need to know. */
export interface Scene {
  /** The name of the member whose posts are as dear as allowed. */
  author: string;
  /** The id of one of these posts. */
  postId: string;
  /** The name of a member many links away. */
  far: string;
  /** The name of the sender. */
  sender: string;
}

export interface AbuseRequest {
  path: string;
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT';
  body?: unknown;
  /** Sent by the member rather than by a visitor. */
  asMember?: boolean;
  headers?: Readonly<Record<string, string>>;
}

/** A request that one person may send, as often at once as given. */
export interface Abuse {
  name: string;
  atOnce: number;
  request: (scene: Scene, n: number) => AbuseRequest;
}

const visit = (name: string, atOnce: number, path: (scene: Scene, n: number) => string): Abuse => ({
  name: `visitor: ${name}`,
  atOnce,
  request: (scene, n) => ({ path: path(scene, n) }),
});
const read = (name: string, atOnce: number, path: (scene: Scene, n: number) => string): Abuse => ({
  name: `member: ${name}`,
  atOnce,
  request: (scene, n) => ({ path: path(scene, n), asMember: true }),
});
const write = (
  name: string,
  atOnce: number,
  request: (scene: Scene, n: number) => Omit<AbuseRequest, 'asMember'>,
): Abuse => ({
  name: `member: ${name}`,
  atOnce,
  request: (scene, n) => ({ method: 'POST', ...request(scene, n), asMember: true }),
});

const kinds = Object.values(HOSTILE);

/** Returns one of the dearest texts of a length; each number has another kind. */
export const hostileText = (length: number, n: number): string => {
  const generate = kinds[n % kinds.length];
  if (!generate) throw new Error('There are no hostile texts.');
  return generate(length).slice(0, length).trimEnd();
};

const manyTags = (n: number): string[] =>
  Array.from({ length: LIMITS.tagsPerItem }, (_, index) => `${wordAt(index * 3)}-${n}`);

/** The dearest requests that a visitor and a member may send, several at once. */
export const ABUSES: readonly Abuse[] = [
  visit('Atom feed of a tag', 10, () => `/feeds/t/${TAG}/atom`),
  {
    name: 'visitor: Atom feed of a tag, revalidated',
    atOnce: 10,
    request: () => ({ path: `/feeds/t/${TAG}/atom`, headers: { 'if-none-match': '"other"' } }),
  },
  visit('JSON feed of a tag', 10, () => `/feeds/t/${TAG}/json`),
  visit('Atom feed of a member', 10, ({ author }) => `/feeds/u/${author}/atom`),
  visit('pages of tags', 20, (_scene, n) => `/t/${wordAt(n)}`),
  visit('page of a post', 20, ({ author, postId }) => `/u/${author}/${postId}`),
  visit('posts of a tag', 20, () => `/api/tags/${TAG}/posts`),
  {
    name: 'visitor: sign-in with a wrong password',
    atOnce: 10,
    request: ({ author }, n) => ({
      path: '/api/auth/login',
      method: 'POST',
      body: { username: author, password: 'x'.repeat(100) + n },
    }),
  },
  read('constellation', 20, () => '/api/constellation?limit=2000'),
  read('history of the constellation', 20, () => '/api/constellation/history?limit=2000'),
  read(
    'path through the constellation',
    20,
    ({ sender, far }) => `/api/constellation/path?from=${sender}&to=${far}`,
  ),
  read(
    'search',
    20,
    (_scene, n) => `/api/search?q=${wordAt(0).slice(0, 2)}${n % 2 === 0 ? '' : `%20${wordAt(1)}`}`,
  ),
  read('feed', 20, () => '/api/feed?limit=50&scope=all'),
  read('own posts', 20, () => '/api/posts/my?limit=50'),
  read('home', 20, () => '/api/home'),
  write('posts', 20, (_scene, n) => ({
    path: '/api/posts',
    body: { title: `Flood ${n}`, markdownContent: hostileText(LIMITS.postText.max, n), tags: manyTags(n) },
  })),
  write('profiles', 20, (_scene, n) => ({
    path: '/api/users/profile',
    method: 'PATCH',
    body: { profileMarkdown: hostileText(LIMITS.profileMarkdown.max, n) },
  })),
  write('replies with mentions', 20, ({ postId, author }, n) => ({
    path: `/api/posts/${postId}/replies`,
    body: { content: `${n} ${`@${author} `.repeat(100)}`.trim() },
  })),
  write('capsules', 20, (_scene, n) => ({
    path: '/api/capsules',
    body: { name: `Flood ${n}`, description: hostileText(LIMITS.description.max, n), tags: manyTags(n) },
  })),
  write('export', 5, () => ({ path: '/api/users/me/export', body: {} })),
];
