import { makeServer } from '@oniverse/testing';
import { callApi } from './members.js';
import type { ProductUnderTest, VisitingMember } from './product.js';
import { uploadPicture } from './uploads.js';

/** Returns a word that cannot be broken at a blank or a hyphen. */
export const longWord = (letters: number): string => 'W'.repeat(letters);

const LENGTHS = [50, 100, 900] as const;
const TAG = longWord(50).toLowerCase();
const MAX_TITLE = 200;
const SETTINGS = ['profile', 'appearance', 'security', 'notifications', 'privacy', 'hidden'] as const;

type Send = (method: string, path: string, body?: object) => Promise<string>;

/** @returns a function that calls the API as a member, and returns the id of what it answers, if any */
async function callerOf({ page }: VisitingMember): Promise<Send> {
  await page.goto('/purpose');
  return async (method, path, body = {}) => {
    const answer = await callApi(page, method, `/api/${path}`, body);
    return typeof answer === 'object' && answer !== null ? String(Reflect.get(answer, 'id')) : '';
  };
}

/** Makes a dimension of the reader's with a message of either member for each length, all unbroken. */
async function fillDimension(
  { dataSource }: ProductUnderTest,
  reader: VisitingMember,
  other: VisitingMember,
): Promise<{ path: string; messages: readonly string[] }> {
  const { server, channel } = await makeServer(dataSource);
  const members = [reader.user.id, other.user.id];
  await dataSource.query(
    `WITH named AS (UPDATE servers SET name = $2, description = $3 WHERE id = $1),
          joined AS (INSERT INTO server_members (server_id, user_id, role)
                     VALUES ($1, $4, 'moderator'), ($1, $5, 'member'))
     UPDATE channels SET name = $6, description = $3, last_seq = 6, last_rev = 6 WHERE server_id = $1`,
    [server.id, longWord(100), longWord(500), ...members, TAG],
  );
  const texts = LENGTHS.map((letters) => `${longWord(letters)} https://example.org/${longWord(letters)}`);
  const sent: { id: string; by_other: boolean }[] = await dataSource.query(
    `WITH sent AS (
       INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT $1, ($2::uuid[])[1 + n % 2], n, n, ($3::text[])[1 + n % 3], 'n' || n FROM generate_series(1, 6) n
       RETURNING id, user_id
     ) SELECT id, user_id = $4 AS by_other FROM sent`,
    [channel.id, members, texts, other.user.id],
  );
  return {
    path: `/dimensions/public?server=${server.id}&channel=${channel.id}`,
    messages: sent.filter((message) => message.by_other).map(({ id }) => id),
  };
}

/**
 * Gives every page something to show, all of it in long words, by the reader and by a member who is linked to the reader.
 * @returns the paths of all pages with a member's content, and some without
 */
export async function fillSite(
  product: ProductUnderTest,
  reader: VisitingMember,
  other: VisitingMember,
): Promise<readonly string[]> {
  const [asReader, asOther] = [await callerOf(reader), await callerOf(other)];
  let post = '';
  for (const letters of LENGTHS) {
    const word = longWord(letters);
    const title = word.slice(0, MAX_TITLE);
    const text = `${word}\n\n\`\`\`\n${word}\n\`\`\`\n\n- \`${word}\`\n\n#${TAG}`;
    const fields = { title, content: text, markdownContent: text };
    await asReader('POST', 'posts', fields);
    await asReader('POST', 'profile-archives', { title, markdownContent: text });
    post = await asOther('POST', 'posts', fields);
    await asReader('POST', `posts/${post}/replies`, { content: word });
    await asOther('POST', `posts/${post}/replies`, { content: word });
  }
  for (const send of [asReader, asOther]) {
    const profileMarkdown = `# ${longWord(900)}\n\n${longWord(900)}\n\n| ${longWord(100)} |\n| --- |\n\n#${TAG}`;
    await send('PATCH', 'users/profile', { profileMarkdown, bio: longWord(500) });
    await send('POST', 'boards', { name: longWord(100) });
  }
  await asReader('POST', 'capsules', { name: longWord(100) });
  await asReader('PUT', `posts/${post}/ripple`);
  const picture = { title: longWord(MAX_TITLE), description: longWord(900), tags: [TAG] };
  await uploadPicture(reader.page, { ...picture, isPublic: false });
  await uploadPicture(reader.page, { ...picture, isPublic: true });
  const otherPicture = await uploadPicture(other.page, { ...picture, isPublic: true });
  const { path, messages } = await fillDimension(product, reader, other);
  for (const subjectId of messages) {
    await asReader('POST', 'reports', { kind: 'message', subjectId, reason: 'other', note: longWord(500) });
  }
  const kept = { member: other.user.id, post, picture: otherPicture, tag: TAG, message: messages[0] };
  for (const [kind, subject] of Object.entries(kept)) await asReader('PUT', `bookmarks/${kind}/${subject}`);
  await product.linkMembers(reader.user, other.user, [TAG, 'tides']);
  const { username, id } = other.user;
  return [
    '/purpose',
    '/homepage?feed=everyone',
    '/homepage?posts=mine',
    '/archive',
    '/album',
    '/constellation',
    `/constellation?node=${id}`,
    `/constellation?to=${username}`,
    '/dimensions',
    '/dimensions/public',
    '/dimensions/private',
    path,
    '/kept',
    '/notifications',
    '/profile',
    `/search?q=${longWord(50)}`,
    `/search?server=${path.split('server=')[1]?.split('&')[0]}&q=${longWord(50)}+from:${longWord(50)}`,
    ...SETTINGS.map((tab) => `/settings?tab=${tab}`),
    '/t',
    `/t/${TAG}`,
    `/u/${username}`,
    `/u/${username}/${post}`,
    `/u/${username}/p/${otherPicture}`,
    '/no/such/page',
  ];
}
