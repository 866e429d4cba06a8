import { describe, expect, it } from '@jest/globals';
import { createPost, FIELD_MESSAGES, LIMITS, listOwnPosts, POST_MESSAGES } from '@oniverse/contracts';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse } from 'msw';
import { attachment, UploadedFiles } from '../../../testing/attachments.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { post } from '../../../testing/posts.js';
import { renderApp } from '../../../testing/render.js';
import { useTrays } from '../../talk/attachments/index.js';
import { COMPOSER_TEXTS } from './home.texts.js';

const title = () => screen.findByRole('textbox', { name: 'Title' });
const text = () => screen.getByRole('textbox', { name: 'Post' });
const tag = () => screen.getByRole('textbox', { name: 'Add a tag' });
const postButton = () => screen.getByRole('button', { name: 'Post' });
const draft = () => localStorage.getItem(`oni-post-draft:0193a000-0000-7000-8000-000000000001`);

/** @returns the request bodies */
function acceptPosts(): unknown[] {
  const requests: unknown[] = [];
  mock(createPost, ({ body }) => {
    requests.push(body);
    const { attachments: _, ...texts } = body ?? {};
    return post(texts);
  });
  return requests;
}

function openHome() {
  signIn();
  return renderApp('/homepage?posts=mine');
}

describe('PostComposer', () => {
  it('GAP-076 creates a post and shows it at the top of the log at once', async () => {
    const requests = acceptPosts();
    mock(listOwnPosts, [post({ title: 'Before' })]);
    const { user } = openHome();
    await screen.findByRole('article', { name: 'Before' });
    await user.type(await title(), '  Slow light ');
    await user.type(text(), 'Seen at **night**.');
    await user.type(tag(), '#Moon,sea{Enter}');
    await user.click(postButton());
    expect(await screen.findByRole('article', { name: 'Slow light' })).toBeInTheDocument();
    expect(requests).toEqual([
      { title: 'Slow light', markdownContent: 'Seen at **night**.', tags: ['moon', 'sea'], isPublic: true },
    ]);
    expect(screen.getAllByRole('article').map((article) => article.querySelector('h3')?.textContent)).toEqual(
      ['Slow light', 'Before'],
    );
    expect(await screen.findByText('Your post is in the log.')).toBeInTheDocument();
    expect([await title(), text()].map((field) => field.textContent)).toEqual(['', '']);
    expect(screen.queryByText('#moon', { selector: '.chip' })).not.toBeInTheDocument();
    expect(draft()).toBeNull();
  });

  it('GAP-076 submits a private post with Ctrl+Enter, including the tag being typed', async () => {
    const requests = acceptPosts();
    const { user } = openHome();
    await user.type(await title(), 'For later{Enter}');
    expect(text()).toHaveFocus();
    await user.click(screen.getByRole('button', { name: COMPOSER_TEXTS.toPrivate }));
    await user.type(text(), 'keep');
    await user.type(tag(), 'ferry{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Only you can read it.')).toBeInTheDocument();
    expect(requests).toEqual([
      { title: 'For later', markdownContent: 'keep', tags: ['ferry'], isPublic: false },
    ]);
    expect(screen.getByRole('button', { name: COMPOSER_TEXTS.toPublic })).toBeInTheDocument();
  });

  it('adds no half of a tag that is still being composed', async () => {
    openHome();
    await title();
    const change = (value: string, isComposing: boolean) =>
      fireEvent(tag(), createEvent.input(tag(), { target: { value }, isComposing }));
    change('ni hao', true);
    expect(tag()).toHaveValue('ni hao');
    change('你好 ', true);
    expect(screen.queryByText('#你好')).not.toBeInTheDocument();
    fireEvent.compositionEnd(tag());
    expect(await screen.findByText('#你好')).toBeInTheDocument();
    expect(tag()).toHaveValue('');
  });

  it('submits once when the shortcut is repeated, and inserts line breaks with Enter', async () => {
    const requests = mock(createPost, async () => {
      await delay(50);
      return post({ title: 'Once' });
    });
    const { user } = openHome();
    await user.type(await title(), 'Once');
    await user.type(text(), 'a{Enter}b');
    expect(text()).toHaveValue('a\nb');
    await user.type(text(), '{Meta>}{Enter}{Enter}{/Meta}');
    await screen.findByRole('article', { name: 'Once' });
    expect(requests).toHaveLength(1);
  });

  it('keeps the draft across a reload, for its author only', async () => {
    const first = openHome();
    await first.user.type(await title(), 'Half');
    await first.user.type(text(), 'a thought');
    await first.user.type(tag(), 'moon ');
    first.unmount();
    const second = openHome();
    expect(await title()).toHaveValue('Half');
    expect(text()).toHaveValue('a thought');
    expect(screen.getByText('#moon')).toBeInTheDocument();
    second.unmount();
    signIn({ id: '0193a000-0000-7000-8000-000000000002' });
    renderApp('/homepage');
    expect(await title()).toHaveValue('');
  });

  it.each(['nonsense', '{"title":1}'])('starts empty when the stored draft is %s', async (stored) => {
    localStorage.setItem(`oni-post-draft:0193a000-0000-7000-8000-000000000001`, stored);
    openHome();
    expect(await title()).toHaveValue('');
  });

  it('shows which fields are missing and sends nothing', async () => {
    const requests = acceptPosts();
    const { user } = openHome();
    await title();
    await user.click(postButton());
    expect(await screen.findByText('Please enter a title.')).toBeInTheDocument();
    expect(screen.getByText(POST_MESSAGES.postRequired.message)).toBeInTheDocument();
    expect(await title()).toHaveFocus();
    expect(await title()).toHaveAccessibleDescription('Please enter a title.');
    expect(requests).toEqual([]);
  });

  it('shows that a tag is invalid and keeps it', async () => {
    const requests = acceptPosts();
    const { user } = openHome();
    await user.type(await title(), 'One');
    await user.type(text(), 'two');
    await user.type(tag(), 'a/b{Enter}');
    expect(await screen.findByText(FIELD_MESSAGES.badTag.message)).toBeInTheDocument();
    await user.click(postButton());
    expect(tag()).toHaveValue('a/b');
    expect(requests).toEqual([]);
  });

  it('adds pasted tags up to the first invalid one', async () => {
    const { user } = openHome();
    await title();
    await user.click(tag());
    await user.paste('Moon, #sea moon a/b dust');
    expect(tag()).toHaveValue('a/b dust');
    expect(screen.getAllByRole('button', { name: /^Remove #/ })).toHaveLength(2);
    expect(screen.getByText(FIELD_MESSAGES.badTag.message)).toBeInTheDocument();
  });

  it('shows the result after the member left the page, and clears the draft', async () => {
    mock(createPost, async () => {
      await delay(100);
      return post({ title: 'Slow light' });
    });
    const { user, navigate } = openHome();
    await user.type(await title(), 'Slow light');
    await user.type(text(), 'kept{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'posting...' })).toBeInTheDocument());
    navigate('/dimensions');
    await screen.findByText('Your post is in the log.');
    await waitFor(() => expect(draft()).toBeNull());
    navigate('/homepage');
    expect(await title()).toHaveValue('');
  });

  it.each([
    ['posted', 201, ''],
    ['refused', 503, 'Slow light'],
  ] as const)(
    'blocks a post that is still being sent when the member returns; once it is %s, the form is ready again',
    async (_, status, titleAfter) => {
      let respond: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => {
        respond = resolve;
      });
      const requests = mock(createPost, async () => {
        await gate;
        return Response.json(post({ title: 'Slow light' }), { status });
      });
      const { user, navigate } = openHome();
      await user.type(await title(), 'Slow light');
      await user.type(text(), 'once{Control>}{Enter}{/Control}');
      await waitFor(() => expect(requests).toHaveLength(1));
      navigate('/dimensions');
      await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Title' })).not.toBeInTheDocument());
      navigate('/homepage');
      expect(await screen.findByRole('button', { name: 'posting...' })).toBeInTheDocument();
      expect(await title()).toHaveAttribute('readonly');
      await user.type(text(), '{Control>}{Enter}{/Control}');
      respond();
      await waitFor(() => expect(postButton()).toBeEnabled());
      await waitFor(async () => expect(await title()).toHaveValue(titleAfter));
      expect(draft() === null).toBe(titleAfter === '');
      expect(requests).toHaveLength(1);
      await user.type(await title(), 'More');
      await user.type(text(), 'twice{Control>}{Enter}{/Control}');
      await waitFor(() => expect(requests).toHaveLength(2));
    },
  );

  it('GAP-078 shows the tags of the text and removes added ones', async () => {
    const { user } = openHome();
    await user.type(await title(), 'One');
    await user.type(text(), 'a #quiet night');
    const tags = within(screen.getByRole('group', { name: 'Tags of the post' }));
    expect(await tags.findByText('#quiet')).toBeInTheDocument();
    await user.type(tag(), 'quiet ');
    expect(tags.getAllByText('#quiet')).toHaveLength(1);
    await user.click(tags.getByRole('button', { name: 'Remove #quiet' }));
    expect(await tags.findByText('#quiet')).toBeInTheDocument();
  });

  it('previews the rendered text and keeps the source', async () => {
    const { user } = openHome();
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
    [{ message: 'Too many requests.' }, 429, ['Too many requests.']],
  ])('keeps the draft when the server rejects it with %j', async (response, status, messages) => {
    mock(createPost, () => Response.json(response, { status }));
    const { user } = openHome();
    await user.type(await title(), 'Slow light');
    await user.type(text(), 'kept');
    await user.click(postButton());
    expect(await screen.findByText('Post Failed')).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByText(messages[0] ?? '')).toHaveLength(messages.length));
    expect([await title(), text()]).toEqual([
      expect.objectContaining({ value: 'Slow light' }),
      expect.objectContaining({ value: 'kept' }),
    ]);
    expect(draft()).toContain('Slow light');
  });

  it('shows the remaining characters near the limit and rejects a text that is too long', async () => {
    const requests = acceptPosts();
    localStorage.setItem(
      `oni-post-draft:0193a000-0000-7000-8000-000000000001`,
      JSON.stringify({
        title: 'Long',
        markdownContent: 'a'.repeat(LIMITS.postText.max),
        tags: [],
        isPublic: true,
      }),
    );
    const { user } = openHome();
    await title();
    expect(screen.getByText('0 characters left')).toBeInTheDocument();
    await user.type(text(), 'b');
    expect(screen.getByText('1 character over the limit')).toBeInTheDocument();
    await user.click(postButton());
    expect(await screen.findByText("A post's text can have up to 50,000 characters.")).toBeInTheDocument();
    expect(requests).toEqual([]);
  });
});

describe('the files of a new post', () => {
  const file = (name: string) => new File(['dots'], name, { type: 'image/png' });
  const rows = () => within(screen.getByRole('list', { name: 'Your files' })).getAllByRole('listitem');
  const names = () => rows().map((row) => row.querySelector('bdi')?.textContent);

  it('TLK-390 are picked, pasted and dropped, and posted in their order', async () => {
    const requests = acceptPosts();
    new UploadedFiles().install();
    const { user } = openHome();
    await user.type(await title(), 'Slow light');
    await user.type(text(), 'Seen.');
    await user.upload(screen.getByTestId('files-to-add'), file('a.png'));
    fireEvent.paste(text(), { clipboardData: { types: ['Files'], files: [file('b.png')] } });
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [file('c.png')] } });
    await waitFor(() => expect(names()).toEqual(['a.png', 'b.png', 'c.png']));
    await user.type(await screen.findByRole('textbox', { name: 'Description of b.png' }), ' Ridges ');
    await waitFor(() => expect(postButton()).toBeEnabled());
    await user.click(postButton());
    await screen.findByText('Your post is in the log.');
    expect(requests).toMatchObject([
      {
        title: 'Slow light',
        attachments: [
          { id: 'a.png-1', alt: '' },
          { id: 'b.png-1', alt: 'Ridges' },
          { id: 'c.png-1', alt: '' },
        ],
      },
    ]);
    expect(screen.queryByRole('list', { name: 'Your files' })).not.toBeInTheDocument();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('oni-attachments'))).toEqual([]);
  });

  it('TLK-390 keep it from being posted while they are on the way or failed, which it says', async () => {
    const requests = acceptPosts();
    const stored = new UploadedFiles().install();
    const gates: (() => void)[] = [];
    const refused = { code: 'payload_too_large', message: 'No room.' };
    stored.onBytes = (name) =>
      new Promise((resolve) => {
        const answer = name === 'b.png' ? HttpResponse.json(refused, { status: 413 }) : undefined;
        gates.push(() => resolve(answer));
      });
    const { user } = openHome();
    await user.type(await title(), 'Slow light');
    await user.type(text(), 'Seen.');
    await user.upload(screen.getByTestId('files-to-add'), [file('a.png'), file('b.png')]);
    await waitFor(() => expect(gates).toHaveLength(2));
    expect(postButton()).toBeDisabled();
    expect(postButton()).toHaveAccessibleDescription('2 files are on the way.');
    await user.type(text(), '{Control>}{Enter}{/Control}');
    for (const open of gates) open();
    expect(await screen.findByText('Not sent. No room.')).toBeInTheDocument();
    await waitFor(() =>
      expect(postButton()).toHaveAccessibleDescription('Try the files that failed again, or remove them.'),
    );
    await user.type(text(), '{Control>}{Enter}{/Control}');
    expect(await title()).toHaveValue('Slow light');
    expect(text()).toHaveValue('Seen.');
    await user.click(screen.getByRole('button', { name: 'Remove b.png' }));
    await user.click(postButton());
    await screen.findByText('Your post is in the log.');
    expect(requests).toMatchObject([{ attachments: [{ id: 'a.png-1' }] }]);
  });

  it('TLK-390 are there after a reload', async () => {
    const stored = new UploadedFiles().install();
    const first = openHome();
    await first.user.upload(await screen.findByTestId('files-to-add'), file('a.png'));
    await screen.findByText(/^ready, /u);
    first.unmount();
    const kept = Object.entries(localStorage);
    act(() => useTrays.setState(useTrays.getInitialState(), true));
    for (const [key, value] of kept) localStorage.setItem(key, value);
    openHome();
    await screen.findByText(/^ready, /u);
    expect(names()).toEqual(['a.png']);
    expect(stored.sent).toEqual(['a.png']);
  });

  it('TLK-390 stay after a refusal, except those that the server no longer has', async () => {
    const stored = new UploadedFiles().install();
    const key = 'oni-attachments:0193a000-0000-7000-8000-000000000001:post';
    const entries = ['gone', 'kept'].map((id) => attachment({ id, name: `${id}.pdf` }));
    for (const entry of entries) stored.put(entry);
    localStorage.setItem(key, JSON.stringify(entries));
    mock(createPost, () => Response.json({ message: 'A file is gone.' }, { status: 400 }));
    const { user } = openHome();
    await user.type(await title(), 'Slow light');
    await user.type(text(), 'Seen.');
    await waitFor(() => expect(postButton()).toBeEnabled());
    expect(names()).toEqual(['gone.pdf', 'kept.pdf']);
    stored.uploads.delete('gone');
    await user.click(postButton());
    await screen.findByText('A file is gone.');
    await waitFor(() => expect(names()).toEqual(['kept.pdf']));
    expect(text()).toHaveValue('Seen.');
  });
});
