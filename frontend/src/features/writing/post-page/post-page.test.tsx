import { describe, expect, it } from '@jest/globals';
import {
  type AlsoAbout,
  createReply,
  getAlsoAbout,
  getMemberCard,
  getPost,
  listReplies,
  listRipples,
  type MemberCardView,
  type PostPage,
  type PostView,
  type ReplyView,
  sendRipple,
} from '@oniverse/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { attachment, picture, UploadedFiles } from '../../../testing/attachments.js';
import { member, signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { pageOf, post } from '../../../testing/posts.js';
import { renderApp } from '../../../testing/render.js';

const OTTO = { username: 'otto_n', displayName: 'Otto', profileImageUrl: null };
const OTTO_ID = '0193a000-0000-7000-8000-0000000000f1';
const AT = '2026-01-01T00:00:00.000Z';

const CARD: MemberCardView = {
  id: OTTO_ID,
  ...OTTO,
  isOnline: true,
  strength: 2,
  sharedTags: ['maps'],
  sentence: null,
};
const ALSO: AlsoAbout = {
  tag: 'streetlamps',
  items: [
    { kind: 'post', id: 'p-2', title: 'Sodium, then white', author: { ...OTTO, username: 'pell' } },
    { kind: 'picture', id: 'i-1', title: null, author: { ...OTTO, username: 'tamsin' } },
  ],
};

let made = 0;
function reply(given: Partial<ReplyView> = {}): ReplyView {
  made += 1;
  return {
    id: `0193a000-0000-7000-8000-1${String(made).padStart(11, '0')}`,
    postId: OTTO_ID,
    parentId: null,
    userId: OTTO_ID,
    author: OTTO,
    content: `Reply ${made}`,
    createdAt: AT,
    ...given,
  };
}

/** Opens the page of a post with these replies. Returns the replies and ripples that it sends. */
function open(shown: PostView, replies: readonly ReplyView[] = [], given: Partial<PostPage> = {}) {
  const all = [...replies];
  let current = shown;
  mock(getMemberCard, CARD);
  mock(getPost, () => pageOf(current, given));
  mock(getAlsoAbout, ALSO);
  mock(listReplies, () => all);
  mock(listRipples, [{ userId: OTTO_ID, author: OTTO, createdAt: AT }]);
  const sent = mock(createReply, () => {
    const { displayName, username, profileImageUrl, id } = member();
    const created = reply({
      content: 'Sent.',
      userId: id,
      author: { displayName, username, profileImageUrl },
    });
    all.push(created);
    return created;
  });
  const ripples = mock(sendRipple, () => {
    current = { ...current, isRippled: true, hasRipples: true };
    return { ok: true };
  });
  return { sent, ripples, ...renderApp(`/u/${shown.author.username}/${shown.id}`) };
}

const theirs = (given: Partial<PostView> = {}) =>
  post({ title: 'Slow light', userId: OTTO_ID, author: OTTO, ...given });

describe('the page of a post', () => {
  it('NXT-033 shows the post, its author and its neighbours', async () => {
    signIn();
    const neighbour = { id: OTTO_ID, title: 'A clock', createdAt: AT };
    open(theirs({ tags: ['noticing'] }), [], { previous: neighbour });
    expect(await screen.findByRole('heading', { level: 1, name: 'Slow light' })).toBeInTheDocument();
    expect(document.title).toBe('Slow light, by Otto, Oniverse');
    expect(screen.getByText('counts things at night')).toBeInTheDocument();
    const posts = within(screen.getByRole('navigation', { name: 'Posts by Otto' }));
    expect(posts.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `/u/otto_n/${OTTO_ID}`,
    ]);
    expect(await screen.findByText('Nobody has replied yet.')).toBeInTheDocument();
  });

  it('NXT-202 shows the line to its author in short, and NXT-203 what else has a tag of it', async () => {
    signIn();
    open(theirs({ tags: ['streetlamps'] }));
    const author = within(await screen.findByRole('complementary'));
    expect(await author.findByText('Strength 2 of 5')).toBeInTheDocument();
    expect(author.getByText('ONLINE')).toBeInTheDocument();
    expect(author.getByRole('link', { name: '#maps' })).toHaveAttribute('href', '/t/maps');
    const also = within(await author.findByRole('list', { name: 'Also about #streetlamps' }));
    expect(
      also.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`),
    ).toEqual([
      'Sodium, then white /u/pell/p-2',
      'Otto @pell /u/pell',
      'Untitled /u/tamsin/p/i-1?tag=streetlamps',
      'Otto @tamsin /u/tamsin',
    ]);
    expect(author.getByRole('link', { name: 'Everything about #streetlamps' })).toHaveAttribute(
      'href',
      '/t/streetlamps',
    );
  });

  it('NXT-202 visitors see no line, and NXT-203 what else has a tag of it', async () => {
    open(theirs({ tags: ['streetlamps'] }));
    expect(await screen.findByRole('list', { name: 'Also about #streetlamps' })).toBeInTheDocument();
    expect(screen.queryByText('Strength 2 of 5')).not.toBeInTheDocument();
    expect(screen.queryByText('ONLINE')).not.toBeInTheDocument();
  });

  it('NXT-023 NXT-024 shows replies on two levels, and a deleted one in its place', async () => {
    signIn();
    const first = reply({ userId: null, author: null, content: '' });
    open(theirs(), [first, reply({ content: 'Other' }), reply({ content: 'Answer', parentId: first.id })]);
    await screen.findByText('deleted by its author');
    const [thread, other] = within(screen.getByRole('list', { name: 'Replies' }))
      .getAllByRole('listitem')
      .filter(({ parentElement }) => parentElement?.getAttribute('aria-label') === 'Replies');
    expect(thread).toHaveTextContent(/deleted by its author.*Answer/u);
    expect(other).toHaveTextContent('Other');
    // Only own replies can be deleted here.
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('NXT-023 answers a reply of the second level with its author’s name', async () => {
    signIn();
    const first = reply();
    const second = reply({ parentId: first.id });
    const { user, sent } = open(theirs(), [first, second]);
    const [, item] = await screen.findAllByRole('article', { name: 'Otto' });
    if (!item) throw new Error('No second reply');
    await user.click(within(item).getByRole('button', { name: 'Reply' }));
    const [field] = screen.getAllByRole('textbox', { name: 'Reply to Otto' });
    expect(field).toHaveFocus();
    expect(field).toHaveValue('@otto_n ');
    await user.keyboard('Two seconds.{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Sent.')).toBeInTheDocument();
    expect(sent.map(({ body }) => body)).toEqual([{ content: '@otto_n Two seconds.', parentId: second.id }]);
    await waitFor(() => expect(screen.getAllByRole('textbox')).toHaveLength(1));
  });

  it('NXT-025 has no field while replies are closed', async () => {
    signIn();
    open(theirs({ areRepliesClosed: true }), [reply()]);
    expect(await screen.findByText('Replies are closed.')).toBeInTheDocument();
    await screen.findByText(/^Reply \d/u);
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Reply' })).not.toBeInTheDocument();
  });

  it('NXT-030 sends a ripple, which shows at once', async () => {
    signIn();
    const shown = theirs();
    const { user, ripples } = open(shown);
    await user.click(await screen.findByRole('button', { name: 'Ripple', pressed: false }));
    expect(await screen.findByRole('button', { name: 'Ripple sent', pressed: true })).toBeInTheDocument();
    expect(screen.getByText('Someone sent a ripple to this post')).toBeInTheDocument();
    await waitFor(() => expect(ripples.map(({ id }) => id)).toEqual([shown.id]));
  });

  it('NXT-031 names senders of ripples to the author only', async () => {
    signIn();
    open(post({ title: 'Mine', hasRipples: true }));
    const aside = within(await screen.findByRole('complementary'));
    expect(await aside.findByRole('link', { name: 'Otto' })).toHaveAttribute('href', '/u/otto_n');
    expect(screen.queryByRole('button', { name: /^Ripple/u })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Close replies' })).toBeInTheDocument();
  });

  it('NXT-020 shows visitors the post without its replies', async () => {
    open(theirs({ hasRipples: true }));
    expect(await screen.findByText('Members can read the replies and answer.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Ripple/u })).not.toBeInTheDocument();
    expect(screen.queryByText('Ripples from')).not.toBeInTheDocument();
  });

  it.each([OTTO_ID, 'not-an-id'])('NXT-020 shows Page Not Found for a hidden post at %s', async (id) => {
    signIn();
    mock(getPost, () => problem('not_found'));
    renderApp(`/u/otto_n/${id}`);
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeInTheDocument();
  });
});

describe('the files of a post and its replies', () => {
  it('TLK-393 are shown, all of them', async () => {
    signIn();
    const attachments = ['a', 'b', 'c', 'd', 'e'].map((id) => picture({ id, name: `${id}.jpg` }));
    const answered = reply({ content: '', attachments: [attachment({ id: 'map', name: 'map.pdf' })] });
    open(theirs({ attachments }), [answered]);
    expect(await screen.findAllByRole('button', { name: /^Open .\.jpg$/u })).toHaveLength(5);
    const shown = within(await screen.findByRole('article', { name: 'Otto' }));
    expect(await shown.findByText('map.pdf')).toBeInTheDocument();
  });

  it('TLK-392 are added to a reply, which needs no text then', async () => {
    signIn();
    new UploadedFiles().install();
    const { sent, user } = open(theirs());
    const field = await screen.findByRole('textbox', { name: 'Reply to Otto' });
    const drop = { types: ['Files'], files: [new File(['dots'], 'roof.png')] };
    fireEvent.drop(field, { dataTransfer: drop });
    const send = screen.getByRole('button', { name: 'Reply' });
    expect(send).toHaveAccessibleDescription('1 file is on the way.');
    expect(send).toBeDisabled();
    await screen.findByText(/^ready, /u);
    await user.click(send);
    await waitFor(() =>
      expect(sent).toMatchObject([{ body: { attachments: [{ id: 'roof.png-1', alt: '' }] } }]),
    );
    await waitFor(() => expect(screen.queryByText('roof.png')).not.toBeInTheDocument());
  });

  it('TLK-392 belong to the reply whose form they were added to, and end with it', async () => {
    signIn();
    const stored = new UploadedFiles().install();
    const { sent, user } = open(theirs(), [reply()]);
    const [answer] = await screen.findAllByRole('button', { name: 'Reply', description: 'Otto' });
    if (!answer) throw new Error('No reply can be answered.');
    await user.click(answer);
    const [inThread] = screen.getAllByTestId('files-to-add');
    if (!inThread) throw new Error('No form has a button for files.');
    await user.upload(inThread, new File(['dots'], 'roof.png'));
    await screen.findByText(/^ready, /u);
    await user.type(screen.getAllByRole('textbox', { name: 'Reply to Otto' })[1] ?? inThread, 'Lovely.');
    await user.click(screen.getAllByRole('button', { name: 'Reply' }).at(-1) ?? inThread);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ content: 'Lovely.' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(stored.deleted).toEqual(['roof.png-1']));
  });
});
