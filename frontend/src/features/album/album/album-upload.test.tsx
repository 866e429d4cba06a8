import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  createImage,
  createUpload,
  LIMITS,
  MESSAGES,
  normalizeUpload,
  QUOTA_MESSAGES,
  UPLOAD_MESSAGES,
} from '@oniverse/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { AlbumApi, board } from '../../../testing/album.js';
import { installLayout } from '../../../testing/layout.js';
import { member, signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { installObjectStore, refuseUploads } from '../../../testing/pictures.js';
import { renderApp } from '../../../testing/render.js';
import { server } from '../../../testing/server.js';
import { atTestEnd } from '../../../testing/reset.js';
import { useToast } from '../../../ui/toast-store.js';
import { discardUpload } from './upload/upload.store.js';

const SAVE = 'Save Image to the Constellation';
const walks = board({ name: 'Night walks' });
const secret = board({ name: 'Secret', isPublic: false });
const file = (name = 'saturn.png') => new File(['dots'], name, { type: 'image/png' });

let api: AlbumApi;
let storeRequests: unknown[][];

const toast = () => {
  const shown = useToast.getState().toast;
  return [shown?.title, shown?.description];
};
const findFileInput = () => screen.findByTestId('album-file');
const findDialog = async () => within(await screen.findByRole('dialog', { name: SAVE }));
const canLeave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
const blockUploads = () =>
  server.use(http.put('http://localhost/uploads/token', () => new Promise<never>(() => {})));

beforeEach(installLayout);
beforeEach(() => {
  signIn();
  jest.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
  jest.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  api = new AlbumApi().install();
  api.boards = [walks, secret];
  storeRequests = installObjectStore();
  atTestEnd(discardUpload);
});

async function chooseFile(name?: string) {
  const view = renderApp('/album');
  await view.user.upload(await findFileInput(), file(name));
  return view;
}

describe('SaveImageDialog', () => {
  it('UPL-001 UPL-005 UPL-007 UPL-008 UPL-009 opens when the upload is complete', async () => {
    let finishUpload: () => void = () => undefined;
    const uploadGate = new Promise<void>((resolve) => (finishUpload = resolve));
    server.use(
      http.put('http://localhost/uploads/token', async () => {
        await uploadGate;
        return undefined;
      }),
    );
    await chooseFile();
    await screen.findByRole('progressbar', { name: 'Uploading saturn.png' });
    expect(screen.queryByRole('button', { name: 'Save to Constellation' })).toBeNull();
    finishUpload();
    const form = await findDialog();
    expect(form.getByRole('img', { name: 'Preview of the uploaded picture' })).toHaveAttribute(
      'src',
      'blob:preview',
    );
    expect(form.getByText('UPLOADED')).toBeInTheDocument();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('UPL-010 UPL-011 UPL-012 UPL-013 UPL-015 UPL-016 UPL-017 UPL-020 GAP-101 normalizes the path, then creates the picture', async () => {
    const { user } = await chooseFile();
    const form = await findDialog();
    await user.type(form.getByLabelText(/^Caption/), ' Over the sound ');
    await user.click(form.getByRole('combobox', { name: /^Board/ }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'No Board',
      'Night walks',
      '+ Create New Board',
    ]);
    await user.click(screen.getByRole('option', { name: 'Night walks' }));
    await user.type(form.getByRole('textbox', { name: /^Hashtags/ }), '#Aurora, north,, ');
    const preview = within(form.getByRole('group', { name: 'Hashtags that will be saved' }));
    expect(preview.getAllByText(/^#/).map(({ textContent }) => textContent)).toEqual(['#aurora', '#north']);
    let finishSave: () => void = () => undefined;
    const saveGate = new Promise<void>((resolve) => (finishSave = resolve));
    mock(createImage, async () => {
      await saveGate;
      return undefined;
    });
    await user.click(form.getByRole('button', { name: 'Save to Constellation' }));
    expect(await form.findByRole('button', { name: 'Encoding to Matrix...' })).toBeInTheDocument();
    finishSave();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.changingCalls()).toEqual([
      [normalizeUpload, { query: {}, body: { imageUrl: '/objects/one' } }],
      [
        createImage,
        {
          query: {},
          body: {
            imageUrl: '/objects/normalized',
            isPublic: true,
            tags: ['aurora', 'north'],
            boardId: walks.id,
            title: 'Over the sound',
          },
        },
      ],
    ]);
    expect(toast()).toEqual(['Image Uploaded', 'Your image has been uploaded successfully.']);
    expect(await screen.findByRole('article', { name: 'Over the sound' })).toBeInTheDocument();
  });

  it('UPL-010 UPL-011 UPL-016 saves without any field, and keeps a path that needs no normalizing', async () => {
    mock(normalizeUpload, () => Response.json({}));
    const { user } = await chooseFile();
    await user.click((await findDialog()).getByRole('button', { name: 'Save to Constellation' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.changingCalls().at(-1)).toEqual([
      createImage,
      { query: {}, body: { imageUrl: '/objects/one', isPublic: true, tags: [], boardId: null } },
    ]);
  });

  it('GAP-101 saves a caption that is too long for a title as description', async () => {
    const { user } = await chooseFile();
    const form = await findDialog();
    const caption = 'x'.repeat(LIMITS.title.max + 1);
    fireEvent.change(form.getByLabelText(/^Caption/), { target: { value: caption } });
    await user.click(form.getByRole('button', { name: 'Save to Constellation' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [, request] = api.changingCalls().at(-1) ?? [];
    expect(request).toMatchObject({ body: { description: caption } });
    expect(request).not.toHaveProperty('body.title');
  });

  it('focuses the caption, and asks for confirmation on Escape', async () => {
    const { user } = await chooseFile();
    const form = await findDialog();
    expect(form.getByLabelText(/^Caption/)).toHaveFocus();
    await user.keyboard('Over the sound{Escape}');
    await screen.findByRole('alertdialog', { name: 'Discard this picture' });
    // Cancel has the initial focus.
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(form.getByLabelText(/^Caption/)).toHaveValue('Over the sound');
    expect(api.changingCalls()).toEqual([]);
    await user.click(form.getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Discard picture' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.changingCalls()).toEqual([]);
  });

  it('shows why a picture was rejected', async () => {
    const phrase = QUOTA_MESSAGES.pictures({ quota: 20_000 });
    api.intercept = ({ method }) =>
      method === 'POST'
        ? HttpResponse.json({ code: 'quota_reached', ...phrase }, { status: 409 })
        : undefined;
    const { user } = await chooseFile();
    const form = await findDialog();
    await user.click(form.getByRole('button', { name: 'Save to Constellation' }));
    expect(await form.findByText(phrase.message)).toBeInTheDocument();
  });

  it('UPL-014 creates nothing after Discard', async () => {
    const { user } = await chooseFile();
    await user.click((await findDialog()).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.changingCalls()).toEqual([]);
    await user.upload(await findFileInput(), file('moon.png'));
    await findDialog();
  });

  it.each(['PUT', 'POST'])('UPL-021 GAP-108 keeps the form values when %s fails', async (failing) => {
    api.intercept = ({ method }) =>
      method === failing
        ? HttpResponse.json({ code: 'unavailable', message: 'Temporarily unavailable.' }, { status: 503 })
        : undefined;
    const { user } = await chooseFile();
    const form = await findDialog();
    await user.type(form.getByLabelText(/^Caption/), 'Kept');
    await user.click(form.getByRole('button', { name: 'Save to Constellation' }));
    await waitFor(() => expect(toast()).toEqual(['Error', 'Failed to save image. Please try again.']));
    expect(form.getByRole('alert')).toHaveTextContent('Temporarily unavailable.');
    expect(form.getByLabelText(/^Caption/)).toHaveValue('Kept');
    api.intercept = undefined;
    await user.click(form.getByRole('button', { name: 'Save to Constellation' }));
    await waitFor(() => expect(toast()[0]).toBe('Image Uploaded'));
  });

  it('creates no second picture when the first response was lost', async () => {
    let attempts = 0;
    api.intercept = ({ method }) => {
      if (method !== 'POST') return undefined;
      attempts += 1;
      return attempts === 1
        ? HttpResponse.error()
        : HttpResponse.json({ code: 'already_used', ...UPLOAD_MESSAGES.alreadyUsed }, { status: 409 });
    };
    const { user } = await chooseFile();
    const saveButton = (await findDialog()).getByRole('button', { name: 'Save to Constellation' });
    await user.click(saveButton);
    await waitFor(() => expect(toast()[0]).toBe('Error'));
    await user.click(saveButton);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toast()).toEqual(['Already saved', 'This upload is already a picture in your album.']);
  });

  it('falls back to no board when another tab deleted the chosen one', async () => {
    const { user } = await chooseFile();
    const form = await findDialog();
    await user.click(form.getByRole('combobox', { name: /^Board/ }));
    await user.click(await screen.findByRole('option', { name: 'Night walks' }));
    api.boards = [];
    api.intercept = ({ method }) =>
      method === 'POST'
        ? HttpResponse.json({ code: 'not_found', ...MESSAGES.notFound }, { status: 404 })
        : undefined;
    const saveButton = form.getByRole('button', { name: 'Save to Constellation' });
    await user.click(saveButton);
    await waitFor(() => expect(form.getByRole('combobox', { name: /^Board/ })).toHaveTextContent('No Board'));
    api.intercept = undefined;
    await user.click(saveButton);
    await waitFor(() => expect(toast()[0]).toBe('Image Uploaded'));
    expect(api.changingCalls().at(-1)).toEqual([
      createImage,
      expect.objectContaining({ body: expect.objectContaining({ boardId: null }) }),
    ]);
  });
});

describe('failing uploads', () => {
  it.each([
    [
      'UPL-022',
      'requesting an upload URL',
      (status: number) =>
        mock(createUpload, () => Response.json({ code: 'forbidden', message: 'Not allowed.' }, { status })),
    ],
    [
      'UPL-023',
      'sending the file',
      (status: number) => refuseUploads(status, { code: 'forbidden', message: 'Not allowed.' }),
    ],
  ])('%s UPL-026 show an error when %s fails, and can be retried', async (_row, _what, refuse) => {
    refuse(400);
    const { user } = await chooseFile();
    await waitFor(() =>
      expect(toast()).toEqual(['Upload failed', 'Failed to upload saturn.png: Not allowed.']),
    );
    const tray = within(screen.getByRole('region', { name: 'Upload' }));
    expect(tray.getByRole('alert')).toHaveTextContent('Not allowed.');
    expect(tray.getByText('Failed to upload saturn.png')).toBeInTheDocument();
    server.resetHandlers();
    api.install();
    signIn();
    installObjectStore();
    await user.click(tray.getByRole('button', { name: 'Try again' }));
    await findDialog();
    expect(useToast.getState().toast?.open ?? false).toBe(false);
  });

  it('UPL-029 wait for a rate limit and show when they resume', async () => {
    refuseUploads(429, { code: 'rate_limited', message: 'Too many requests.' }, { times: 1, retryAfter: 1 });
    await chooseFile();
    expect(
      await screen.findByText(/^Too many uploads\. This one will resume at \d\d:\d\d:\d\d\.$/),
    ).toBeInTheDocument();
    await findDialog();
  });

  it('UPL-029 show when to retry after a long rate limit', async () => {
    refuseUploads(429, { code: 'rate_limited', message: 'Too many requests.' }, { retryAfter: 600 });
    await chooseFile();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests. Try again in 10 minutes.');
  });

  it('UPL-025 show that the network is lost, and resume automatically', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    server.use(http.put('http://localhost/uploads/token', () => HttpResponse.error(), { once: true }));
    server.use(http.get(/\/socket\.io\//, () => HttpResponse.error()));
    await chooseFile();
    const message = 'The upload will resume when you are back online.';
    expect(
      await within(await screen.findByRole('region', { name: 'Upload' })).findByText(message),
    ).toBeInTheDocument();
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(toast()).toEqual(['No Internet connection', message]);
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await findDialog();
  });

  it('UPL-024 UPL-002 reject a second file during an upload', async () => {
    blockUploads();
    const { user } = await chooseFile();
    await screen.findByRole('progressbar');
    await user.upload(await findFileInput(), file('moon.png'));
    await waitFor(() => expect(toast()).toEqual(['Upload failed', 'Cannot add more files']));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(storeRequests.filter(([kind]) => kind === 'ticket')).toHaveLength(1);
  });

  it('reject several dropped files', async () => {
    renderApp('/album');
    await findFileInput();
    fireEvent.drop(document, {
      dataTransfer: { types: ['Files'], files: [file('one.png'), file('two.png')] },
    });
    await waitFor(() => expect(toast()).toEqual(['Upload failed', 'You can only upload 1 file']));
    expect(storeRequests).toEqual([]);
  });
});

describe('leaving the page', () => {
  it('asks for confirmation on every page while a picture is uploading or not saved', async () => {
    let finishUpload: () => void = () => undefined;
    const uploadGate = new Promise<void>((resolve) => (finishUpload = resolve));
    server.use(
      http.put('http://localhost/uploads/token', async () => {
        await uploadGate;
        return undefined;
      }),
    );
    const { user, navigate } = await chooseFile();
    await screen.findByRole('progressbar');
    expect(canLeave()).toBe(false);
    navigate('/settings');
    await waitFor(() => expect(screen.queryByTestId('album-file')).toBeNull());
    expect(canLeave()).toBe(false);
    finishUpload();
    await waitFor(() =>
      expect(toast()).toEqual(['Upload complete', 'Your picture is uploaded. Save it in your album.']),
    );
    expect(canLeave()).toBe(false);
    navigate('/album');
    await user.click((await findDialog()).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(canLeave()).toBe(true));
  });

  it('reports an interrupted upload once', async () => {
    sessionStorage.setItem(`oni-image-sending:${member().id}`, 'saturn.png');
    sessionStorage.setItem('oni-image-sending:u-other', 'secret.png');
    const first = renderApp('/album');
    await waitFor(() =>
      expect(toast()).toEqual([
        'Upload interrupted',
        'saturn.png was still uploading when you left the page. Please choose it again.',
      ]),
    );
    first.unmount();
    useToast.setState({ toast: null });
    renderApp('/album');
    await findFileInput();
    expect(toast()).toEqual([undefined, undefined]);
  });

  it('restores the draft for the same member only', async () => {
    const draft = {
      objectPath: '/objects/one',
      caption: 'Kept',
      boardId: '',
      tags: 'sea',
      at: Date.now(),
    };
    sessionStorage.setItem('oni-image-draft:u-other', JSON.stringify({ ...draft, userId: 'u-other' }));
    const first = renderApp('/album');
    await findFileInput();
    expect(screen.queryByRole('dialog')).toBeNull();
    first.unmount();
    const { id: userId } = member();
    sessionStorage.setItem(`oni-image-draft:${userId}`, JSON.stringify({ ...draft, userId }));
    renderApp('/album');
    const form = await findDialog();
    expect(form.getByLabelText(/^Caption/)).toHaveValue('Kept');
    expect(form.getByRole('textbox', { name: /^Hashtags/ })).toHaveValue('sea');
  });
});
