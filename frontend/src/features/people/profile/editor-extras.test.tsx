import { describe, expect, it, jest } from '@jest/globals';
import {
  createCapsule,
  createImage,
  createProfileArchive,
  createUpload,
  FIELD_MESSAGES,
  type ImageView,
  listCapsules,
} from '@oniverse/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { profileArchive } from '../../../testing/archives.js';
import { problem } from '../../../testing/call-handler.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { installObjectStore } from '../../../testing/pictures.js';
import { renderApp } from '../../../testing/render.js';
import { server } from '../../../testing/server.js';

const findButton = (name: string) => screen.findByRole('button', { name });
const findTextArea = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Profile markdown' });
const findDialog = () => screen.findByRole('dialog');
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

async function openEditor(profileMarkdown = 'before after') {
  const member = signIn({ profileMarkdown });
  const view = renderApp('/profile');
  await view.user.click(await findButton('EDIT_PROFILE'));
  return { ...view, member };
}

const saturn = () => new File(['dots'], 'saturn.png', { type: 'image/png' });

describe('usePictureUploads', () => {
  it.each(['paste', 'drop'] as const)(
    'uploads on %s to the album and inserts the picture at the caret',
    async (method) => {
      installObjectStore();
      const requests = mock(createImage, image);
      server.use(http.get('/objects/kept', () => new HttpResponse(null, { status: 404 })));
      await openEditor();
      const text = await findTextArea();
      text.setSelectionRange(7, 7);
      const transfer = { files: [saturn()], types: ['Files'] };
      if (method === 'paste') fireEvent.paste(text, { clipboardData: transfer });
      else fireEvent.drop(text, { dataTransfer: transfer });
      expect(text).toHaveValue('before ![Uploading saturn...](uploading-1)after');
      await waitFor(() => expect(text).toHaveValue('before ![saturn](/objects/kept)after'));
      expect(requests.map(({ body }) => body)).toEqual([{ imageUrl: '/objects/one' }]);
      await waitFor(() =>
        expect(screen.queryByRole('progressbar', { name: 'Uploading saturn.png' })).not.toBeInTheDocument(),
      );
    },
  );

  it('uploads a chosen file in the same way, for phones without paste and drop', async () => {
    installObjectStore();
    mock(createImage, image);
    server.use(http.get('/objects/kept', () => new HttpResponse(null, { status: 404 })));
    const { user } = await openEditor();
    const text = await findTextArea();
    text.setSelectionRange(7, 7);
    const input = screen.getByLabelText<HTMLInputElement>('Pictures for the text');
    const opened = jest.spyOn(input, 'click');
    await user.click(await findButton('Add picture'));
    expect(opened).toHaveBeenCalledTimes(1);
    await user.upload(input, saturn());
    await waitFor(() => expect(text).toHaveValue('before ![saturn](/objects/kept)after'));
  });

  it('restores the text after a failure and shows an error that can be dismissed', async () => {
    mock(createUpload, () =>
      Response.json(
        { statusCode: 429, code: 'rate_limited', message: 'Too many uploads.' },
        { status: 429, headers: { 'Retry-After': '3600' } },
      ),
    );
    const { user } = await openEditor();
    const text = await findTextArea();
    text.setSelectionRange(0, 0);
    fireEvent.paste(text, { clipboardData: { files: [saturn()], types: ['Files'] } });
    expect(await screen.findByText('Too many requests. Try again in 1 hour.')).toBeInTheDocument();
    expect(text).toHaveValue('before after');
    await user.click(await findButton('Dismiss the error for saturn.png'));
    expect(screen.queryByText(/^Too many/)).not.toBeInTheDocument();
  });

  it('blocks saving during an upload until it is cancelled', async () => {
    mock(createUpload, () => new Promise<never>(() => {}));
    const { user } = await openEditor();
    const text = await findTextArea();
    fireEvent.paste(text, { clipboardData: { files: [saturn()], types: ['Files'] } });
    expect(await findButton('UPLOADING...')).toHaveAttribute('aria-disabled', 'true');
    await user.click(await findButton('Cancel the upload of saturn.png'));
    expect(await findButton('SAVE_PROFILE')).toBeInTheDocument();
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

  it('PRF-029 CAP-002 CAP-003 CAP-004 GAP-088 creates a capsule from three fields', async () => {
    const requests = mock(createCapsule, capsule);
    const { user } = await openEditor();
    await user.click(await findButton('New Capsule'));
    const form = within(await findDialog());
    expect(form.getAllByRole('textbox')).toHaveLength(3);
    await user.type(form.getByLabelText('Name'), 'Winter skies');
    await user.type(form.getByLabelText('Description'), 'Cold.');
    await user.type(form.getByLabelText('Tags'), '#Snow, stars,, ');
    await user.click(form.getByRole('button', { name: 'Create capsule' }));
    expect(await screen.findByText('Capsule Created')).toBeInTheDocument();
    expect(screen.getByText('New project capsule initialized.')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([
      { name: 'Winter skies', description: 'Cold.', tags: ['snow', 'stars'] },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('GAP-088 requires a name and valid tags for a capsule', async () => {
    const { user } = await openEditor();
    await user.click(await findButton('New Capsule'));
    const form = within(await findDialog());
    await user.type(form.getByLabelText('Tags'), 'not a tag');
    await user.click(form.getByRole('button', { name: 'Create capsule' }));
    expect(await form.findByText('Please enter a name.')).toBeInTheDocument();
    expect(form.getByText(FIELD_MESSAGES.badTag.message)).toBeInTheDocument();
  });

  it('CAP-005 shows why creating a capsule failed and keeps the form values', async () => {
    mock(createCapsule, () => problem('unavailable', 'Temporarily unavailable.'));
    const { user } = await openEditor();
    await user.click(await findButton('New Capsule'));
    const form = within(await findDialog());
    await user.type(form.getByLabelText('Name'), 'Winter skies');
    await user.click(form.getByRole('button', { name: 'Create capsule' }));
    expect(await screen.findByText('Capsule Creation Failed')).toBeInTheDocument();
    expect(screen.getByText('Temporarily unavailable.')).toBeInTheDocument();
    expect(form.getByLabelText('Name')).toHaveValue('Winter skies');
  });

  it('GAP-091 archives a snapshot of the saved page with ARCHIVE_PROFILE', async () => {
    mock(listCapsules, [capsule]);
    const requests = mock(createProfileArchive, profileArchive({ title: 'Autumn' }));
    const { user } = await openEditor();
    fireEvent.change(await findTextArea(), { target: { value: 'not saved' } });
    await user.click(await findButton('ARCHIVE_PROFILE'));
    const form = within(await findDialog());
    expect(form.getByText(/Unsaved changes are not included\./u)).toBeInTheDocument();
    await user.type(form.getByLabelText('Title'), 'Autumn');
    await user.click(form.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Profile Archived')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ title: 'Autumn' }]);
    expect(await findTextArea()).toHaveValue('not saved');
  });
});
