import { beforeEach, describe, expect, it } from '@jest/globals';
import { type ImageView, MESSAGES } from '@oniverse/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { signIn } from '../../testing/members.js';
import { installStore } from '../../testing/pictures.js';
import { renderApp } from '../../testing/render.js';
import { server } from '../../testing/server.js';
import { useToast } from '../../ui/toast-store.js';

const button = (name: string) => screen.findByRole('button', { name });
const area = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Profile markdown' });
const dialog = () => screen.findByRole('dialog');
const ID = '0193a000-0000-7000-8000-0000000000b1';
const AT = '2026-01-01T00:00:00.000Z';

const image: ImageView = {
  id: ID,
  userId: '0193a000-0000-7000-8000-000000000001',
  boardId: null,
  title: 'saturn',
  description: null,
  imageUrl: '/objects/kept',
  tags: [],
  isPublic: true,
  width: null,
  height: null,
  blurhash: null,
  ready: false,
  createdAt: AT,
  updatedAt: AT,
};

beforeEach(() => useToast.setState({ toast: null }));

async function edit(profileMarkdown = 'before after') {
  const member = signIn({ profileMarkdown });
  const view = renderApp('/profile');
  await view.user.click(await button('EDIT_PROFILE'));
  return { ...view, member };
}

const saturn = () => new File(['dots'], 'saturn.png', { type: 'image/png' });

describe('pictures in the text', () => {
  it.each(['paste', 'drop'] as const)('a %s goes to the album and stands at the caret', async (way) => {
    const seen = installStore();
    server.use(
      http.post('/api/images', async ({ request }) => {
        seen.push([await request.json()]);
        return HttpResponse.json(image, { status: 201 });
      }),
      http.get('/objects/kept', () => new HttpResponse(null, { status: 404 })),
    );
    await edit();
    const text = await area();
    text.setSelectionRange(7, 7);
    const transfer = { files: [saturn()], types: ['Files'] };
    if (way === 'paste') fireEvent.paste(text, { clipboardData: transfer });
    else fireEvent.drop(text, { dataTransfer: transfer });
    expect(text).toHaveValue('before ![Uploading saturn...](uploading-1)after');
    await waitFor(() => expect(text).toHaveValue('before ![saturn](/objects/kept)after'));
    expect(seen.at(-1)).toEqual([{ title: 'saturn', imageUrl: '/objects/one' }]);
    await waitFor(() =>
      expect(screen.queryByRole('progressbar', { name: 'Uploading saturn.png' })).not.toBeInTheDocument(),
    );
  });

  it('one that fails leaves the text as it was, and a word that can be dismissed', async () => {
    server.use(
      http.post('/api/objects/upload', () =>
        HttpResponse.json(
          { statusCode: 429, code: 'rate_limited', message: 'Too many uploads.' },
          { status: 429, headers: { 'Retry-After': '3600' } },
        ),
      ),
    );
    const { user } = await edit();
    const text = await area();
    text.setSelectionRange(0, 0);
    fireEvent.paste(text, { clipboardData: { files: [saturn()], types: ['Files'] } });
    expect(await screen.findByText('Too many requests. Try again in 1 hour.')).toBeInTheDocument();
    expect(text).toHaveValue('before after');
    await user.click(await button('Dismiss what is said of saturn.png'));
    expect(screen.queryByText(/^Too many/)).not.toBeInTheDocument();
  });

  it('saving waits for pictures, and cancelling one lets it go on', async () => {
    server.use(http.post('/api/objects/upload', () => new Promise<never>(() => {})));
    const { user } = await edit();
    const text = await area();
    fireEvent.paste(text, { clipboardData: { files: [saturn()], types: ['Files'] } });
    expect(await button('UPLOADING...')).toHaveAttribute('aria-disabled', 'true');
    await user.click(await button('Cancel the upload of saturn.png'));
    expect(await button('SAVE_PROFILE')).toBeInTheDocument();
    expect(text).toHaveValue('before after');
  });
});

describe('capsules and snapshots', () => {
  const capsule = {
    id: ID,
    userId: image.userId,
    name: 'Winter skies',
    description: 'Cold.',
    tags: ['snow', 'stars'],
    createdAt: AT,
    updatedAt: AT,
  };

  it('PRF-029 CAP-002 CAP-003 CAP-004 GAP-088 three texts make a capsule', async () => {
    const seen: unknown[] = [];
    server.use(
      http.post('/api/capsules', async ({ request }) => {
        seen.push(await request.json());
        return HttpResponse.json(capsule, { status: 201 });
      }),
    );
    const { user } = await edit();
    await user.click(await button('New Capsule'));
    const form = within(await dialog());
    expect(form.getAllByRole('textbox')).toHaveLength(3);
    await user.type(form.getByLabelText('Name'), 'Winter skies');
    await user.type(form.getByLabelText('Description'), 'Cold.');
    await user.type(form.getByLabelText('Tags'), '#Snow, stars,, ');
    await user.click(form.getByRole('button', { name: 'Create capsule' }));
    expect(await screen.findByText('Capsule Created')).toBeInTheDocument();
    expect(screen.getByText('New project capsule initialized.')).toBeInTheDocument();
    expect(seen).toEqual([{ name: 'Winter skies', description: 'Cold.', tags: ['snow', 'stars'] }]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('GAP-088 a capsule needs a name, and its tags are tags', async () => {
    const { user } = await edit();
    await user.click(await button('New Capsule'));
    const form = within(await dialog());
    await user.type(form.getByLabelText('Tags'), 'not a tag');
    await user.click(form.getByRole('button', { name: 'Create capsule' }));
    expect(await form.findByText('A name is needed.')).toBeInTheDocument();
    expect(form.getByText(MESSAGES.badTag)).toBeInTheDocument();
  });

  it('CAP-005 says why a capsule could not be made, and keeps what was typed', async () => {
    server.use(
      http.post('/api/capsules', () =>
        HttpResponse.json(
          { statusCode: 503, code: 'unavailable', message: 'Not just now.' },
          { status: 503 },
        ),
      ),
    );
    const { user } = await edit();
    await user.click(await button('New Capsule'));
    const form = within(await dialog());
    await user.type(form.getByLabelText('Name'), 'Winter skies');
    await user.click(form.getByRole('button', { name: 'Create capsule' }));
    expect(await screen.findByText('Capsule Creation Failed')).toBeInTheDocument();
    expect(screen.getByText('Not just now.')).toBeInTheDocument();
    expect(form.getByLabelText('Name')).toHaveValue('Winter skies');
  });

  it('GAP-091 ARCHIVE_PROFILE puts a snapshot of the saved page away', async () => {
    const seen: unknown[] = [];
    server.use(
      http.get('/api/capsules', () => HttpResponse.json([capsule])),
      http.post('/api/profile-archives', async ({ request }) => {
        seen.push(await request.json());
        return HttpResponse.json(
          {
            id: ID,
            userId: image.userId,
            capsuleId: null,
            title: 'Autumn',
            markdownContent: 'before after',
            tags: [],
            isHidden: false,
            createdAt: AT,
          },
          { status: 201 },
        );
      }),
    );
    const { user } = await edit();
    fireEvent.change(await area(), { target: { value: 'not saved' } });
    await user.click(await button('ARCHIVE_PROFILE'));
    const form = within(await dialog());
    expect(form.getByText(/What is not saved yet is not part of it\./u)).toBeInTheDocument();
    await user.type(form.getByLabelText('Title'), 'Autumn');
    await user.click(form.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Profile Archived')).toBeInTheDocument();
    expect(seen).toEqual([{ title: 'Autumn' }]);
    expect(await area()).toHaveValue('not saved');
  });
});
