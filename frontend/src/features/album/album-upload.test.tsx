import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MESSAGES } from '@oniverse/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { AlbumApi, board } from '../../testing/album.js';
import { installLayout } from '../../testing/layout.js';
import { member, signIn } from '../../testing/members.js';
import { installStore, refusedPuts } from '../../testing/pictures.js';
import { renderApp } from '../../testing/render.js';
import { server } from '../../testing/server.js';
import { useToast } from '../../ui/toast-store.js';
import { dropUpload } from './upload/upload.store.js';

const SAVE = 'Save Image to the Constellation';
const walks = board({ name: 'Night walks' });
const secret = board({ name: 'Secret', isPublic: false });
const file = (name = 'saturn.png') => new File(['dots'], name, { type: 'image/png' });

let api: AlbumApi;
/** What was asked of the store, in order. */
let sent: unknown[][];

const toast = () => {
  const shown = useToast.getState().toast;
  return [shown?.title, shown?.description];
};
const chooser = () => screen.findByTestId('album-file');
const dialog = async () => within(await screen.findByRole('dialog', { name: SAVE }));
/** Whether the page may be left without a question. */
const leaves = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
const hold = () => server.use(http.put('http://localhost/uploads/token', () => new Promise<never>(() => {})));

beforeAll(installLayout);
beforeEach(() => {
  signIn();
  useToast.setState({ toast: null });
  jest.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
  jest.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  api = new AlbumApi().install();
  api.boards = [walks, secret];
  sent = installStore();
});

afterEach(async () => {
  await act(dropUpload);
  jest.restoreAllMocks();
});

/** The album, with a picture chosen in it. */
async function choose(name?: string) {
  const view = renderApp('/album');
  await view.user.upload(await chooser(), file(name));
  return view;
}

describe('saving what was uploaded', () => {
  it('UPL-001 UPL-005 UPL-007 UPL-008 UPL-009 is offered once it has arrived, and not before', async () => {
    let arrive: () => void = () => undefined;
    const way = new Promise<void>((resolve) => (arrive = resolve));
    server.use(
      http.put('http://localhost/uploads/token', async () => {
        await way;
        return undefined;
      }),
    );
    await choose();
    await screen.findByRole('progressbar', { name: 'Uploading saturn.png' });
    expect(screen.queryByRole('button', { name: 'Save to Constellation' })).toBeNull();
    arrive();
    const form = await dialog();
    expect(form.getByRole('img', { name: 'Preview of the uploaded image' })).toHaveAttribute(
      'src',
      'blob:preview',
    );
    expect(form.getByText('UPLOADED')).toBeInTheDocument();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('UPL-010 UPL-011 UPL-012 UPL-013 UPL-015 UPL-016 UPL-017 UPL-020 GAP-101 normalises, then makes the picture', async () => {
    const { user } = await choose();
    const form = await dialog();
    await user.type(form.getByLabelText(/^Caption/), ' Over the sound ');
    await user.click(form.getByRole('combobox', { name: /^Board/ }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'No Board',
      'Night walks',
      '+ Create New Board',
    ]);
    await user.click(screen.getByRole('option', { name: 'Night walks' }));
    await user.type(form.getByRole('textbox', { name: /^Hashtags/ }), '#Aurora, north,, ');
    const preview = within(form.getByRole('group', { name: 'Hashtags as they will be kept' }));
    expect(preview.getAllByText(/^#/).map(({ textContent }) => textContent)).toEqual(['#aurora', '#north']);
    let save: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (save = resolve));
    server.use(
      http.post('/api/images', async () => {
        await asked;
        return undefined;
      }),
    );
    await user.click(form.getByRole('button', { name: 'Save to Constellation' }));
    expect(await form.findByRole('button', { name: 'Encoding to Matrix...' })).toBeInTheDocument();
    save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.changes()).toEqual([
      ['PUT', '/api/images/normalize', { imageUrl: '/objects/one' }],
      [
        'POST',
        '/api/images',
        {
          imageUrl: '/objects/normalized',
          isPublic: true,
          tags: ['aurora', 'north'],
          boardId: walks.id,
          title: 'saturn',
          description: 'Over the sound',
        },
      ],
    ]);
    expect(toast()).toEqual(['Image Uploaded', 'Your image has been uploaded successfully.']);
    expect(await screen.findByRole('article', { name: 'saturn' })).toHaveTextContent('Over the sound');
  });

  it('UPL-010 UPL-011 UPL-016 needs nothing more, and keeps the address that has no other form', async () => {
    api.refuse = (_method, path) => (path === '/api/images/normalize' ? HttpResponse.json({}) : undefined);
    const { user } = await choose();
    await user.click((await dialog()).getByRole('button', { name: 'Save to Constellation' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.changes().at(-1)).toEqual([
      'POST',
      '/api/images',
      { imageUrl: '/objects/one', isPublic: true, tags: [], boardId: null, title: 'saturn' },
    ]);
  });

  it('UPL-014 is let go of by Discard: nothing is made of it', async () => {
    const { user } = await choose();
    await user.click((await dialog()).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.changes()).toEqual([]);
    // There is room for the next one.
    await user.upload(await chooser(), file('moon.png'));
    await dialog();
  });

  it.each(['PUT', 'POST'])('UPL-021 GAP-108 keeps what was typed where its %s fails', async (failing) => {
    api.refuse = (method) =>
      method === failing
        ? HttpResponse.json({ code: 'unavailable', message: 'Down just now.' }, { status: 503 })
        : undefined;
    const { user } = await choose();
    const form = await dialog();
    await user.type(form.getByLabelText(/^Caption/), 'Kept');
    await user.click(form.getByRole('button', { name: 'Save to Constellation' }));
    await waitFor(() => expect(toast()).toEqual(['Error', 'Failed to save image. Please try again.']));
    expect(form.getByRole('alert')).toHaveTextContent('Down just now.');
    expect(form.getByLabelText(/^Caption/)).toHaveValue('Kept');
    api.refuse = undefined;
    await user.click(form.getByRole('button', { name: 'Save to Constellation' }));
    await waitFor(() => expect(toast()[0]).toBe('Image Uploaded'));
  });

  it('makes no second picture where the answer of the first try was lost', async () => {
    let tries = 0;
    api.refuse = (method) => {
      if (method !== 'POST') return undefined;
      tries += 1;
      return tries === 1
        ? HttpResponse.error()
        : HttpResponse.json({ code: 'already_used', message: MESSAGES.alreadyUsed }, { status: 409 });
    };
    const { user } = await choose();
    const save = (await dialog()).getByRole('button', { name: 'Save to Constellation' });
    await user.click(save);
    await waitFor(() => expect(toast()[0]).toBe('Error'));
    await user.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toast()).toEqual(['Saved before', 'This upload is in use already. Look for it in your album.']);
  });

  it('is put on no board where the chosen one was deleted by another tab meanwhile', async () => {
    const { user } = await choose();
    const form = await dialog();
    await user.click(form.getByRole('combobox', { name: /^Board/ }));
    await user.click(await screen.findByRole('option', { name: 'Night walks' }));
    api.boards = [];
    api.refuse = (method) =>
      method === 'POST'
        ? HttpResponse.json({ code: 'not_found', message: MESSAGES.notFound }, { status: 404 })
        : undefined;
    const save = form.getByRole('button', { name: 'Save to Constellation' });
    await user.click(save);
    await waitFor(() => expect(form.getByRole('combobox', { name: /^Board/ })).toHaveTextContent('No Board'));
    api.refuse = undefined;
    await user.click(save);
    await waitFor(() => expect(toast()[0]).toBe('Image Uploaded'));
    expect(api.changes().at(-1)).toEqual(['POST', '/api/images', expect.objectContaining({ boardId: null })]);
  });
});

describe('a picture that does not arrive', () => {
  it.each([
    [
      'UPL-022',
      'asking for an address',
      (status: number) =>
        server.use(
          http.post('/api/objects/upload', () =>
            HttpResponse.json({ code: 'forbidden', message: 'Not so.' }, { status }),
          ),
        ),
    ],
    [
      'UPL-023',
      'sending it',
      (status: number) => refusedPuts(status, { code: 'forbidden', message: 'Not so.' }),
    ],
  ])('%s UPL-026 fails with a word where %s fails, and can be tried again', async (_row, _what, refuse) => {
    refuse(400);
    const { user } = await choose();
    await waitFor(() => expect(toast()).toEqual(['Upload failed', 'Failed to upload saturn.png: Not so.']));
    const tray = within(screen.getByRole('region', { name: 'Upload' }));
    expect(tray.getByRole('alert')).toHaveTextContent('Not so.');
    expect(tray.getByText('Failed to upload saturn.png')).toBeInTheDocument();
    server.resetHandlers();
    api.install();
    signIn();
    installStore();
    await user.click(tray.getByRole('button', { name: 'Try again' }));
    await dialog();
    expect(useToast.getState().toast?.open ?? false).toBe(false);
  });

  it('UPL-029 waits for a limit, and says until when', async () => {
    refusedPuts(429, { code: 'rate_limited', message: 'Slowly.' }, { times: 1, retryAfter: 1 });
    await choose();
    expect(
      await screen.findByText(/^Too many uploads just now\. This one goes on at \d\d:\d\d:\d\d\.$/),
    ).toBeInTheDocument();
    await dialog();
  });

  it('UPL-029 says when to come back where a limit lasts', async () => {
    refusedPuts(429, { code: 'rate_limited', message: 'Slowly.' }, { retryAfter: 600 });
    await choose();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests. Try again in 10 minutes.');
  });

  it('UPL-025 waits for a network with a word, and goes on by itself', async () => {
    const line = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    server.use(http.put('http://localhost/uploads/token', () => HttpResponse.error(), { once: true }));
    await choose();
    const word = 'The upload goes on as soon as the network is back.';
    expect(
      await within(await screen.findByRole('region', { name: 'Upload' })).findByText(word),
    ).toBeInTheDocument();
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(toast()).toEqual(['No Internet connection', word]);
    line.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await dialog();
  });

  it('UPL-024 UPL-002 a second one is refused with a word while the first is on its way, and after', async () => {
    hold();
    const { user } = await choose();
    await screen.findByRole('progressbar');
    await user.upload(await chooser(), file('moon.png'));
    await waitFor(() => expect(toast()).toEqual(['Upload failed', 'Cannot add more files']));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent.filter(([method]) => method === 'POST')).toHaveLength(1);
  });

  it('of several that are dropped none is sent', async () => {
    renderApp('/album');
    await chooser();
    fireEvent.drop(document, {
      dataTransfer: { types: ['Files'], files: [file('one.png'), file('two.png')] },
    });
    await waitFor(() => expect(toast()).toEqual(['Upload failed', 'You can only upload 1 file']));
    expect(sent).toEqual([]);
  });
});

describe('leaving', () => {
  it('is asked about while a picture is on its way or not saved yet, on whichever page', async () => {
    let arrive: () => void = () => undefined;
    const way = new Promise<void>((resolve) => (arrive = resolve));
    server.use(
      http.put('http://localhost/uploads/token', async () => {
        await way;
        return undefined;
      }),
    );
    const { user, go } = await choose();
    await screen.findByRole('progressbar');
    expect(leaves()).toBe(false);
    go('/settings');
    await waitFor(() => expect(screen.queryByTestId('album-file')).toBeNull());
    expect(leaves()).toBe(false);
    arrive();
    await waitFor(() =>
      expect(toast()).toEqual(['Upload complete', 'The picture has arrived. Save it in your album.']),
    );
    expect(leaves()).toBe(false);
    go('/album');
    await user.click((await dialog()).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(leaves()).toBe(true));
  });

  it('a picture that had not arrived when the page was left is told of, once', async () => {
    sessionStorage.setItem('oni-image-sending', 'saturn.png');
    const first = renderApp('/album');
    await waitFor(() =>
      expect(toast()).toEqual([
        'Upload interrupted',
        'saturn.png had not arrived when the page was left. Please choose it again.',
      ]),
    );
    first.unmount();
    useToast.setState({ toast: null });
    renderApp('/album');
    await chooser();
    expect(toast()).toEqual([undefined, undefined]);
  });

  it('what has arrived and what was typed is there again, but not for another member', async () => {
    const draft = {
      objectPath: '/objects/one',
      title: 'saturn',
      caption: 'Kept',
      boardId: '',
      tags: 'sea',
      at: Date.now(),
    };
    sessionStorage.setItem('oni-image-draft', JSON.stringify({ ...draft, userId: 'u-other' }));
    const first = renderApp('/album');
    await chooser();
    expect(screen.queryByRole('dialog')).toBeNull();
    first.unmount();
    sessionStorage.setItem('oni-image-draft', JSON.stringify({ ...draft, userId: member().id }));
    renderApp('/album');
    const form = await dialog();
    expect(form.getByLabelText(/^Caption/)).toHaveValue('Kept');
    expect(form.getByRole('textbox', { name: /^Hashtags/ })).toHaveValue('sea');
  });
});
