import { describe, expect, it } from '@jest/globals';
import { type CreatePostBody, LIMITS, MESSAGES, STORAGE_KEYS } from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse, type PathParams } from 'msw';
import { signIn } from '../../testing/members.js';
import { post } from '../../testing/posts.js';
import { renderApp } from '../../testing/render.js';
import { server } from '../../testing/server.js';
import { COMPOSER_TEXTS } from './home.texts.js';

const title = () => screen.findByRole('textbox', { name: 'Title' });
const text = () => screen.getByRole('textbox', { name: 'Post' });
const tag = () => screen.getByRole('textbox', { name: 'Add a tag' });
const send = () => screen.getByRole('button', { name: 'Post' });
const draft = () => localStorage.getItem(`${STORAGE_KEYS.postDraft}:0193a000-0000-7000-8000-000000000001`);

/** Takes posts as the server does, and keeps what was asked. */
function takePosts(): unknown[] {
  const asked: unknown[] = [];
  server.use(
    http.post<PathParams, CreatePostBody>('/api/posts', async ({ request }) => {
      const body = await request.clone().json();
      asked.push(body);
      return HttpResponse.json(post(body), { status: 201 });
    }),
  );
  return asked;
}

function arrive() {
  signIn();
  return renderApp('/homepage');
}

describe('the composer of posts', () => {
  it('GAP-076 posts what was written, which stands on top of the log at once', async () => {
    const asked = takePosts();
    server.use(http.get('/api/posts/my', () => HttpResponse.json([post({ title: 'Before' })])));
    const { user } = arrive();
    await screen.findByRole('article', { name: 'Before' });
    await user.type(await title(), '  Slow light ');
    await user.type(text(), 'Seen at **night**.');
    await user.type(tag(), '#Moon,sea{Enter}');
    await user.click(send());
    expect(await screen.findByRole('article', { name: 'Slow light' })).toBeInTheDocument();
    expect(asked).toEqual([
      { title: 'Slow light', markdownContent: 'Seen at **night**.', tags: ['moon', 'sea'], isPublic: true },
    ]);
    expect(screen.getAllByRole('article').map((one) => one.querySelector('h3')?.textContent)).toEqual([
      'Slow light',
      'Before',
    ]);
    expect(await screen.findByText('Your post is in the log.')).toBeInTheDocument();
    expect([await title(), text()].map((field) => field.textContent)).toEqual(['', '']);
    expect(screen.queryByText('#moon', { selector: '.chip' })).not.toBeInTheDocument();
    expect(draft()).toBeNull();
  });

  it('GAP-076 posts privately with Ctrl and Enter, the tag that is being typed included', async () => {
    const asked = takePosts();
    const { user } = arrive();
    await user.type(await title(), 'For later{Enter}');
    expect(text()).toHaveFocus();
    await user.click(screen.getByRole('button', { name: COMPOSER_TEXTS.toPrivate }));
    await user.type(text(), 'keep');
    await user.type(tag(), 'ferry{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Only you can read it.')).toBeInTheDocument();
    expect(asked).toEqual([
      { title: 'For later', markdownContent: 'keep', tags: ['ferry'], isPublic: false },
    ]);
    // The next one is as private as the last.
    expect(screen.getByRole('button', { name: COMPOSER_TEXTS.toPublic })).toBeInTheDocument();
  });

  it('posts once, however often the keys are pressed, and breaks lines with Enter', async () => {
    const asked: unknown[] = [];
    server.use(
      http.post('/api/posts', async ({ request }) => {
        asked.push(await request.clone().json());
        await delay(50);
        return HttpResponse.json(post({ title: 'Once' }), { status: 201 });
      }),
    );
    const { user } = arrive();
    await user.type(await title(), 'Once');
    await user.type(text(), 'a{Enter}b');
    expect(text()).toHaveValue('a\nb');
    await user.type(text(), '{Meta>}{Enter}{Enter}{/Meta}');
    await screen.findByRole('article', { name: 'Once' });
    expect(asked).toHaveLength(1);
  });

  it('keeps the draft over a reload, for the member who wrote it', async () => {
    const first = arrive();
    await first.user.type(await title(), 'Half');
    await first.user.type(text(), 'a thought');
    await first.user.type(tag(), 'moon ');
    first.unmount();
    const second = arrive();
    expect(await title()).toHaveValue('Half');
    expect(text()).toHaveValue('a thought');
    expect(screen.getByText('#moon')).toBeInTheDocument();
    second.unmount();
    signIn({ id: '0193a000-0000-7000-8000-000000000002' });
    renderApp('/homepage');
    expect(await title()).toHaveValue('');
  });

  it.each(['nonsense', '{"title":1}'])('begins anew where what was kept is %s', async (kept) => {
    localStorage.setItem(`${STORAGE_KEYS.postDraft}:0193a000-0000-7000-8000-000000000001`, kept);
    arrive();
    expect(await title()).toHaveValue('');
  });

  it('says what is missing, and does not ask the server', async () => {
    const asked = takePosts();
    const { user } = arrive();
    await title();
    await user.click(send());
    expect(await screen.findByText('A title is needed.')).toBeInTheDocument();
    expect(screen.getByText(MESSAGES.emptyPost)).toBeInTheDocument();
    expect(await title()).toHaveFocus();
    expect(await title()).toHaveAccessibleDescription('A title is needed.');
    expect(asked).toEqual([]);
  });

  it('says what is no tag, and keeps it', async () => {
    const asked = takePosts();
    const { user } = arrive();
    await user.type(await title(), 'One');
    await user.type(text(), 'two');
    await user.type(tag(), 'a/b{Enter}');
    expect(await screen.findByText(MESSAGES.badTag)).toBeInTheDocument();
    await user.click(send());
    expect(tag()).toHaveValue('a/b');
    expect(asked).toEqual([]);
  });

  it('takes many tags that are pasted, up to the first that is none', async () => {
    const { user } = arrive();
    await title();
    await user.click(tag());
    await user.paste('Moon, #sea moon a/b dust');
    expect(tag()).toHaveValue('a/b dust');
    expect(screen.getAllByRole('button', { name: /^Remove #/ })).toHaveLength(2);
    expect(screen.getByText(MESSAGES.badTag)).toBeInTheDocument();
  });

  it('tells what became of a post whose page was left, and keeps no draft of it', async () => {
    server.use(
      http.post('/api/posts', async () => {
        await delay(100);
        return HttpResponse.json(post({ title: 'Slow light' }), { status: 201 });
      }),
    );
    const { user, go } = arrive();
    await user.type(await title(), 'Slow light');
    await user.type(text(), 'kept{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'posting...' })).toBeInTheDocument());
    go('/dimensions');
    await screen.findByText('Your post is in the log.');
    await waitFor(() => expect(draft()).toBeNull());
    go('/homepage');
    expect(await title()).toHaveValue('');
  });

  it.each([
    ['posted', 201, ''],
    ['refused', 503, 'Slow light'],
  ] as const)(
    'a post on its way cannot be sent again by who comes back, and once it is %s there is what is left to send',
    async (_, status, left) => {
      let answer: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const asked: unknown[] = [];
      server.use(
        http.post('/api/posts', async ({ request }) => {
          asked.push(await request.clone().json());
          await held;
          return HttpResponse.json(post({ title: 'Slow light' }), { status });
        }),
      );
      const { user, go } = arrive();
      await user.type(await title(), 'Slow light');
      await user.type(text(), 'once{Control>}{Enter}{/Control}');
      await waitFor(() => expect(asked).toHaveLength(1));
      go('/dimensions');
      await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Title' })).not.toBeInTheDocument());
      go('/homepage');
      expect(await screen.findByRole('button', { name: 'posting...' })).toBeInTheDocument();
      expect(await title()).toHaveAttribute('readonly');
      await user.type(text(), '{Control>}{Enter}{/Control}');
      answer();
      await waitFor(() => expect(send()).toBeEnabled());
      await waitFor(async () => expect(await title()).toHaveValue(left));
      expect(draft() === null).toBe(left === '');
      expect(asked).toHaveLength(1);
      // What is written next is sent as ever.
      await user.type(await title(), 'More');
      await user.type(text(), 'twice{Control>}{Enter}{/Control}');
      await waitFor(() => expect(asked).toHaveLength(2));
    },
  );

  it('GAP-078 shows the tags that stand in the text, and takes given ones away', async () => {
    const { user } = arrive();
    await user.type(await title(), 'One');
    await user.type(text(), 'a #quiet night');
    const tags = within(screen.getByRole('group', { name: 'Tags of the post' }));
    expect(await tags.findByText('#quiet')).toBeInTheDocument();
    await user.type(tag(), 'quiet ');
    expect(tags.getAllByText('#quiet')).toHaveLength(1);
    await user.click(tags.getByRole('button', { name: 'Remove #quiet' }));
    // It still stands in the text.
    expect(await tags.findByText('#quiet')).toBeInTheDocument();
  });

  it('previews the text as it will look, and keeps it while it does', async () => {
    const { user } = arrive();
    await title();
    const preview = screen.getByRole('button', { name: 'Preview' });
    await user.click(preview);
    expect(screen.getByText(COMPOSER_TEXTS.nothing)).toBeInTheDocument();
    await user.click(preview);
    await user.type(text(), 'so **loud**');
    await user.click(preview);
    expect((await screen.findByText('loud')).tagName).toBe('STRONG');
    expect(preview).toHaveAttribute('aria-pressed', 'true');
    await user.click(preview);
    expect(text()).toHaveValue('so **loud**');
  });

  it.each([
    [
      { message: 'Title, please.', fields: { title: 'Title, please.' } },
      400,
      ['Title, please.', 'Title, please.'],
    ],
    [{ message: 'Too fast.' }, 429, ['Too fast.']],
  ])('loses nothing where the server refuses with %j', async (answer, status, said) => {
    server.use(http.post('/api/posts', () => HttpResponse.json(answer, { status })));
    const { user } = arrive();
    await user.type(await title(), 'Slow light');
    await user.type(text(), 'kept');
    await user.click(send());
    expect(await screen.findByText('Post Failed')).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByText(said[0] ?? '')).toHaveLength(said.length));
    expect([await title(), text()]).toEqual([
      expect.objectContaining({ value: 'Slow light' }),
      expect.objectContaining({ value: 'kept' }),
    ]);
    expect(draft()).toContain('Slow light');
  });

  it('says how much room is left once it runs short, and refuses what is too long', async () => {
    const asked = takePosts();
    localStorage.setItem(
      `${STORAGE_KEYS.postDraft}:0193a000-0000-7000-8000-000000000001`,
      JSON.stringify({
        title: 'Long',
        markdownContent: 'a'.repeat(LIMITS.postText.max),
        tags: [],
        isPublic: true,
      }),
    );
    const { user } = arrive();
    await title();
    expect(screen.getByText('0 characters left')).toBeInTheDocument();
    await user.type(text(), 'b');
    expect(screen.getByText('1 character too many')).toBeInTheDocument();
    await user.click(send());
    expect(await screen.findByText("A post's text has at most 50,000 characters.")).toBeInTheDocument();
    expect(asked).toEqual([]);
  });
});
