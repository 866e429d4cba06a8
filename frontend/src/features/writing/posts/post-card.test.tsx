import { describe, expect, it, jest } from '@jest/globals';
import { getPost } from '@oniverse/contracts';
import { screen, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { attachment, picture } from '../../../testing/attachments.js';
import { mock } from '../../../testing/mock.js';
import { pageOf, post } from '../../../testing/posts.js';
import { renderWithLinks } from '../../../testing/render.js';
import { PostCard, type PostCardProps } from './post-card.js';

async function show(props: PostCardProps) {
  const view = renderWithLinks(<PostCard {...props} />);
  return { ...view, card: within(await screen.findByRole('article', { name: props.post.title })) };
}

const LONG = `${'a'.repeat(296)} **b** the rest`;
const author = { username: 'otto_n', displayName: 'Otto', profileImageUrl: null };

describe('a post card', () => {
  it('PST-001 PST-004 PST-006 shows the title, the author and the text as Markdown', async () => {
    const { card } = await show({
      post: post({ title: 'Tides', markdownContent: 'a **loud** sea', author }),
    });
    expect(card.getByRole('heading', { level: 3, name: 'Tides' })).toBeInTheDocument();
    expect(card.getByRole('link', { name: 'Otto' })).toHaveAttribute('href', '/u/otto_n');
    expect((await card.findByText('loud')).tagName).toBe('STRONG');
  });

  it('PST-004 shows the Oni ID of an author without an Oni name', async () => {
    const { card } = await show({ post: post({ author: { ...author, displayName: null } }) });
    expect(card.getByText('otto_n')).toBeInTheDocument();
  });

  it.each([
    ['PST-002', { isPublic: false }, ['Private']],
    ['PST-003', { isArchived: true }, ['Archived']],
    ['PST-002 PST-003', { isPublic: false, isArchived: true }, ['Private', 'Archived']],
    ['PST-002 PST-003', {}, []],
  ])('%s has the badges for %j', async (_row, given, badges) => {
    const { card } = await show({ post: post(given) });
    expect(card.queryAllByText(/^(Private|Archived)$/).map((badge) => badge.textContent)).toEqual(badges);
  });

  it('TLK-393 shows four files, pictures first, and leads to the others', async () => {
    const attachments = [
      attachment({ id: 'f-1', name: 'notes.pdf' }),
      ...['a', 'b', 'c', 'd', 'e'].map((id) => picture({ id, alt: `Path ${id}` })),
    ];
    const shown = post({ title: 'Tides', author, attachments });
    const { card } = await show({ post: shown });
    expect(await card.findAllByRole('button', { name: /^Open / })).toHaveLength(4);
    expect(card.queryByText('notes.pdf')).not.toBeInTheDocument();
    expect(card.getByRole('link', { name: '2 more files' })).toHaveAttribute('href', `/u/otto_n/${shown.id}`);
  });

  it('TLK-393 shows up to four files without a link', async () => {
    const { card } = await show({ post: post({ attachments: [attachment(), picture({ id: 'a' })] }) });
    expect(await card.findByText('notes.pdf')).toBeInTheDocument();
    expect(card.getByRole('button', { name: 'Open roof.jpg' })).toBeInTheDocument();
    expect(card.queryByRole('link', { name: /more file/ })).not.toBeInTheDocument();
  });

  it('PST-005 shows how long ago it was written', async () => {
    const createdAt = new Date(Date.now() - 5 * 60_000 - 1_000).toISOString();
    const { card } = await show({ post: post({ createdAt }) });
    expect(card.getByText('5 minutes ago')).toHaveAttribute('datetime', createdAt);
  });

  it('PST-007 GAP-084 PST-008 truncates a text of more than 300 characters before parsing it', async () => {
    const { card, user } = await show({ post: post({ markdownContent: LONG }) });
    // The bold word is cut in two, so its markers stay plain text.
    expect(await card.findByText(`${'a'.repeat(296)} **b...`)).toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Read More' }));
    expect((await card.findByText('b')).tagName).toBe('STRONG');
    expect(card.queryByText(/\.\.\.$/)).not.toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Show Less' }));
    expect(await card.findByText(`${'a'.repeat(296)} **b...`)).toBeInTheDocument();
  });

  it.each(['a'.repeat(300), '🌒'.repeat(300)])(
    'PST-007 shows a text of 300 characters in full',
    async (markdownContent) => {
      const { card } = await show({ post: post({ markdownContent }) });
      expect(await card.findByText(markdownContent)).toBeInTheDocument();
      expect(card.queryByRole('button')).not.toBeInTheDocument();
    },
  );

  describe('of an excerpt', () => {
    const excerpt = post({ title: 'Tides', markdownContent: LONG, isExcerpt: true, author });
    const expand = async () => {
      const { card, user } = await show({ post: excerpt });
      await user.click(card.getByRole('button', { name: 'Read More' }));
      return { card, user };
    };

    it('PST-008 NXT-300 shows the whole text, which it fetches', async () => {
      const whole = { ...excerpt, markdownContent: `${LONG} and the end`, isExcerpt: false };
      mock(getPost, pageOf(whole));
      const { card } = await expand();
      expect(await card.findByText(/and the end/)).toBeInTheDocument();
      expect(card.queryByRole('link', { name: 'Read on' })).not.toBeInTheDocument();
    });

    it('NXT-300 leads to the page of the post if the whole cannot be fetched', async () => {
      mock(getPost, () => problem('unavailable'));
      const { card } = await expand();
      expect(await card.findByText(/the rest/)).toBeInTheDocument();
      expect(card.getByRole('link', { name: 'Read on' })).toHaveAttribute('href', `/u/otto_n/${excerpt.id}`);
    });
  });

  it('PST-009 NXT-010 NXT-327 has a chip for each tag that the text does not link', async () => {
    const { card } = await show({ post: post({ tags: ['moon', 'sea'], markdownContent: 'On #Moon' }) });
    expect(await card.findByRole('link', { name: '#Moon' })).toHaveAttribute('href', '/t/moon');
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['#sea']);
    expect(card.getByRole('link', { name: '#sea' })).toHaveAttribute('href', '/t/sea');
  });

  it.each([
    [{ isPublic: true, isArchived: false }, ['Make private', 'Archive']],
    [{ isPublic: false, isArchived: false }, ['Make public', 'Archive']],
    [{ isPublic: true, isArchived: true }, ['Make private', 'Unarchive']],
  ])('PST-010 PST-011 GAP-082 with %j has the actions %j', async (given, actions) => {
    const { card } = await show({ post: post(given), onVisibility: jest.fn(), onArchive: jest.fn() });
    expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(actions);
  });

  it('PST-016 calls its callbacks, except while a change is pending', async () => {
    const [onVisibility, onArchive] = [jest.fn(), jest.fn()];
    const props = { post: post(), onVisibility, onArchive };
    const { card, user, unmount } = await show(props);
    await user.click(card.getByRole('button', { name: 'Make private' }));
    await user.click(card.getByRole('button', { name: 'Archive' }));
    expect([onVisibility.mock.calls.length, onArchive.mock.calls.length]).toEqual([1, 1]);
    unmount();
    const busy = await show({ ...props, pending: true });
    await user.click(busy.card.getByRole('button', { name: 'Make private' }));
    await user.click(busy.card.getByRole('button', { name: 'Archive' }));
    expect([onVisibility.mock.calls.length, onArchive.mock.calls.length]).toEqual([1, 1]);
  });

  it('has no actions without callbacks', async () => {
    const { card } = await show({ post: post({ tags: ['moon'] }) });
    expect(card.queryByRole('button')).not.toBeInTheDocument();
  });
});
