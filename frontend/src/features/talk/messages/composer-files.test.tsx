import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ATTACHMENT, createAttachment, listUploadedAttachments } from '@oniverse/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { recordOwner, storeSession } from '../../../api/stored-session.js';
import { useConnection } from '../../../live/connection.store.js';
import { retryNow } from '../../../live/live.js';
import { attachment, picture, UploadedFiles } from '../../../testing/attachments.js';
import { problem } from '../../../testing/call-handler.js';
import { LiveServer } from '../../../testing/live-server.js';
import { mock } from '../../../testing/mock.js';
import { renderWithQueries } from '../../../testing/render.js';
import { atTestEnd } from '../../../testing/reset.js';
import { keepFile, listKeptFiles } from '../../../session/kept-files.js';
import { server } from '../../../testing/server.js';
import { keyOf } from '../../../ui/keys.js';
import { useToast } from '../../../ui/toast-store.js';
import { useTrays } from '../attachments/tray.store.js';
import { learnThread, updateOperations, useLog } from '../log/log.store.js';
import { openChannel } from '../log/sync.js';
import { MessageComposer } from './message-composer.js';
import { PendingMessages } from './pending-messages.js';

const ME = 'u-vesper';
const user = userEvent.setup({ delay: null });
let stored: UploadedFiles;

function show(given: { talkId?: string; startsThread?: boolean } = {}) {
  return renderWithQueries(
    <MessageComposer
      talkId="tonight"
      channelName="tonight"
      userId={ME}
      people={[]}
      onMention={() => undefined}
      {...given}
    />,
  );
}
const file = (name: string, type = 'image/png') => new File(['dots'], name, { type });
const sized = (name: string, size: number) => Object.defineProperty(file(name), 'size', { value: size });
const pick = (...files: File[]) => user.upload(screen.getByTestId('files-to-add'), files);
const field = () => screen.getByLabelText('Message #tonight');
const tray = () => screen.getByRole('list', { name: 'Your files' });
const rows = () => within(tray()).getAllByRole('listitem');
const names = () => rows().map((row) => row.querySelector('bdi')?.textContent);
const findRow = async (name: string) => {
  const shown = await screen.findByText(name);
  const row = shown.closest('li');
  if (!row) throw new Error('The file has no row.');
  return within(row);
};
const isReady = async (name: string) => (await findRow(name)).findByText(/^ready, /u);
const toast = () => useToast.getState().toast?.description;
const messages = () => useLog.getState().operations.filter((operation) => operation.kind === 'send');
const sent = () =>
  messages().map(({ content, attachments = [] }) => [content, ...attachments.map(({ name }) => name)]);
/** Keeps files from arriving until they are let through. */
function holdBytes() {
  const gates = new Map<string, () => void>();
  stored.onBytes = (name) => new Promise((resolve) => gates.set(name, () => resolve(undefined)));
  return {
    held: () => [...gates.keys()].toSorted(),
    letThrough: (name: string) => {
      gates.get(name)?.();
      gates.delete(name);
    },
  };
}
/** Gives this page the storage of an earlier one. */
function reload(): void {
  const kept = [Object.entries(localStorage), Object.entries(sessionStorage)] as const;
  act(() => {
    useTrays.setState(useTrays.getInitialState(), true);
    useLog.setState(useLog.getInitialState(), true);
  });
  for (const [key, value] of kept[0]) localStorage.setItem(key, value);
  for (const [key, value] of kept[1]) sessionStorage.setItem(key, value);
}

beforeEach(() => {
  stored = new UploadedFiles().install();
});

describe('adding files', () => {
  it('TLK-281 takes what is picked, pasted and dropped, in their order', async () => {
    show();
    await pick(file('roof.png'), file('notes.txt', 'text/plain'));
    fireEvent.paste(field(), { clipboardData: { types: ['Files'], files: [file('image.png')] } });
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [file('path.jpg')] } });
    await isReady('path.jpg');
    expect(names()).toEqual(['roof.png', 'notes.txt', 'image.png', 'path.jpg']);
  });

  it('TLK-281 pastes text as text, also if a picture of it was copied too', async () => {
    show();
    const clipboardData = { types: ['text/plain', 'Files'], files: [file('cells.png')] };
    fireEvent.paste(field(), { clipboardData });
    await pick(file('roof.png'));
    await isReady('roof.png');
    expect(names()).toEqual(['roof.png']);
  });

  it('TLK-281 shows where files can be dropped while they are dragged over the page', () => {
    show();
    const dataTransfer = { types: ['Files'], files: [] };
    fireEvent.dragEnter(document.body, { dataTransfer });
    expect(screen.getByText('Drop the files here')).toBeInTheDocument();
    fireEvent.dragLeave(document.body, { dataTransfer });
    expect(screen.queryByText('Drop the files here')).toBeNull();
  });

  it('TLK-281 gives a thread what is dropped on it, and its channel all else', async () => {
    const composer = (talkId: string) => (
      <MessageComposer
        talkId={talkId}
        channelName={talkId}
        userId={ME}
        people={[]}
        onMention={() => undefined}
      />
    );
    renderWithQueries(
      <>
        {composer('tonight')}
        <aside className="thread">{composer('t-1')}</aside>
      </>,
    );
    const drop = (target: Element, name: string) =>
      fireEvent.drop(target, { dataTransfer: { types: ['Files'], files: [file(name)] } });
    drop(screen.getByRole('complementary'), 'below.png');
    drop(document.body, 'above.png');
    await isReady('above.png');
    await isReady('below.png');
    const filesOf = (talkId: string) =>
      useTrays.getState().trays[`oni-attachments:${ME}:${talkId}`]?.files.map(({ name }) => name);
    expect([filesOf('tonight'), filesOf('t-1')]).toEqual([['above.png'], ['below.png']]);
  });

  it('TLK-281 refuses an empty and a large file at once, and says why', async () => {
    show();
    await user.type(field(), 'Look up.');
    await pick(sized('empty.png', 0), file('roof.png'), sized('film.mov', ATTACHMENT.maxBytes + 1));
    expect(toast()).toBe('empty.png: This file is empty. film.mov: A file can be up to 25 MB.');
    await isReady('roof.png');
    expect(names()).toEqual(['roof.png']);
    expect(field()).toHaveValue('Look up.');
    expect(stored.sent).toEqual(['roof.png']);
  });

  it('TLK-281 takes ten files, and says that there are no more', async () => {
    show();
    await pick(...Array.from({ length: 11 }, (_, index) => file(`${index}.png`)));
    expect(toast()).toBe('You can add up to 10 files.');
    await waitFor(() => expect(screen.getByText('10 of 10 files are ready.')).toBeInTheDocument());
  });
});

describe('uploads', () => {
  it('TLK-282 send three files at the same time, with their progress', async () => {
    const bytes = holdBytes();
    show();
    await pick(...['a.png', 'b.png', 'c.png', 'd.png'].map((name) => file(name)));
    await waitFor(() => expect(bytes.held()).toEqual(['a.png', 'b.png', 'c.png']));
    expect(
      (await findRow('a.png')).getByRole('progressbar', { name: 'Upload of a.png' }),
    ).toBeInTheDocument();
    expect((await findRow('d.png')).getByText('waiting, 4 B')).toBeInTheDocument();
    bytes.letThrough('b.png');
    await waitFor(() => expect(bytes.held()).toEqual(['a.png', 'c.png', 'd.png']));
    for (const name of bytes.held()) bytes.letThrough(name);
    expect(await isReady('d.png')).toHaveTextContent('ready, 4 B');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('TLK-282 say why a file failed, keep the text, and send it again', async () => {
    stored.onBytes = () =>
      HttpResponse.json({ code: 'payload_too_large', message: 'No room.' }, { status: 413 });
    show();
    await user.type(field(), 'Look up.');
    await pick(file('roof.png'));
    const row = await findRow('roof.png');
    expect(await row.findByRole('alert')).toHaveTextContent('Not sent. No room.');
    expect(field()).toHaveValue('Look up.');
    stored.onBytes = () => undefined;
    await user.click(row.getByRole('button', { name: 'Try roof.png again' }));
    await isReady('roof.png');
    // The first attempt leaves nothing.
    expect(stored.deleted).toEqual(['roof.png-1']);
  });

  it('TLK-282 say that a file can be tried again if the server gives no reason', async () => {
    mock(createAttachment, () => new Response('?', { status: 400 }));
    show();
    await pick(file('roof.png'));
    expect(await (await findRow('roof.png')).findByRole('alert')).toHaveTextContent('Not sent. Try again.');
  });

  it('TLK-282 say at once that the files of a member take too much room', async () => {
    const asked = mock(createAttachment, () => problem('quota_reached', 'Delete some to make room.'));
    show();
    await pick(file('roof.png'));
    expect(await (await findRow('roof.png')).findByRole('alert')).toHaveTextContent(
      'Not sent. Delete some to make room.',
    );
    expect(asked).toMatchObject([{ body: { name: 'roof.png', size: 4 } }]);
  });

  it('TLK-282 are cancelled by removing their file, and ask before the page is left', async () => {
    const bytes = holdBytes();
    const canLeave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    show();
    await pick(file('roof.png'), file('moon.png'));
    await waitFor(() => expect(bytes.held()).toHaveLength(2));
    expect(canLeave()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Remove roof.png' }));
    expect(screen.getByRole('button', { name: 'Remove moon.png' })).toHaveFocus();
    await waitFor(() => expect(stored.deleted).toEqual(['roof.png-1']));
    await user.keyboard('{Enter}');
    expect(field()).toHaveFocus();
    expect(screen.queryByRole('list', { name: 'Your files' })).toBeNull();
    expect(canLeave()).toBe(true);
  });

  it('TLK-282 develop until the server says that a picture is ready, or a reconnect finds it ready', async () => {
    storeSession('known-session');
    recordOwner('known-session', ME);
    const live = new LiveServer();
    live.start();
    stored.isReadyAtOnce = false;
    show();
    act(() => useConnection.setState({ status: 'idle' }, true));
    atTestEnd(openChannel('tonight'));
    await waitFor(() => expect(useConnection.getState().status).toBe('live'));
    await pick(file('roof.png'), file('moon.png'));
    await (await findRow('roof.png')).findByText('developing, 4 B');
    await (await findRow('moon.png')).findByText('developing, 4 B');
    live.io.emit('attachment:ready', stored.develop('roof.png-1'));
    await isReady('roof.png');
    expect((await findRow('moon.png')).getByText('developing, 4 B')).toBeInTheDocument();
    // Its hint is lost.
    stored.develop('moon.png-1');
    live.disconnectAll();
    await waitFor(() => expect(useConnection.getState().status).toBe('lost'));
    act(retryNow);
    await isReady('moon.png');
  });

  it('delete a ready file that is removed', async () => {
    show();
    await pick(file('roof.png'));
    await isReady('roof.png');
    await user.click(screen.getByRole('button', { name: 'Remove roof.png' }));
    await waitFor(() => expect(stored.deleted).toEqual(['roof.png-1']));
  });
});

describe('the order and the descriptions of files', () => {
  const three = async () => {
    show();
    await pick(file('a.png'), file('b.png'), file('c.png'));
    await waitFor(() => expect(screen.getByText('3 of 3 files are ready.')).toBeInTheDocument());
  };

  it('TLK-283 change by keyboard, which is announced and opens no other channel', async () => {
    await three();
    const elsewhere = jest.fn();
    document.addEventListener('keydown', elsewhere);
    screen.getByRole('button', { name: 'Move a.png' }).focus();
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(names()).toEqual(['b.png', 'a.png', 'c.png']);
    expect(screen.getByText('a.png is 2 of 3')).toBeInTheDocument();
    await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
    expect(names()).toEqual(['b.png', 'c.png', 'a.png']);
    expect(screen.getByText('a.png is 3 of 3')).toBeInTheDocument();
    expect(
      elsewhere.mock.calls.filter(([event]) => event instanceof KeyboardEvent && keyOf(event) !== 'Alt'),
    ).toEqual([]);
    document.removeEventListener('keydown', elsewhere);
  });

  it('TLK-283 change by dragging a picture to the place of another one', async () => {
    await three();
    const [, second = null, third = null] = rows();
    let under = third;
    document.elementFromPoint = () => under;
    const handle = screen.getByRole('button', { name: 'Move c.png' });
    fireEvent.pointerDown(handle, { pointerId: 1 });
    under = second;
    fireEvent.pointerMove(handle, { pointerId: 1 });
    fireEvent.pointerUp(handle, { pointerId: 1 });
    fireEvent.pointerMove(handle, { pointerId: 1 });
    expect(names()).toEqual(['a.png', 'c.png', 'b.png']);
  });

  it('TLK-283 are sent with the message', async () => {
    await three();
    await user.type(screen.getByRole('textbox', { name: 'Description of b.png' }), ' Ridges at dusk{Enter}');
    expect(field()).toHaveFocus();
    expect(messages()).toEqual([]);
    await user.keyboard('Look up.{Enter}');
    expect(sent()).toEqual([['Look up.', 'a.png', 'b.png', 'c.png']]);
    expect(messages()[0]?.attachments?.map(({ alt }) => alt)).toEqual(['', 'Ridges at dusk', '']);
    expect(screen.queryByRole('list', { name: 'Your files' })).toBeNull();
  });
});

describe('a message with files', () => {
  const isArmed = () => screen.queryByRole('button', { name: 'Not yet' }) !== null;

  it('TLK-284 needs no text', async () => {
    show();
    await pick(file('roof.png'));
    await isReady('roof.png');
    await user.click(screen.getByRole('button', { name: 'SEND' }));
    expect(sent()).toEqual([['', 'roof.png']]);
  });

  it('TLK-284 waits for them, and is sent once when all are ready', async () => {
    const bytes = holdBytes();
    show();
    await pick(file('a.png'), file('b.png'));
    await waitFor(() => expect(bytes.held()).toHaveLength(2));
    await user.type(field(), 'Look up.{Enter}{Enter}');
    expect(isArmed()).toBe(true);
    expect(screen.getByRole('button', { name: 'SEND' })).toBeDisabled();
    bytes.letThrough('b.png');
    await isReady('b.png');
    expect(messages()).toEqual([]);
    bytes.letThrough('a.png');
    await waitFor(() => expect(sent()).toEqual([['Look up.', 'a.png', 'b.png']]));
    expect(field()).toHaveValue('');
    expect(isArmed()).toBe(false);
  });

  it('TLK-284 is sent although its author went to another channel meanwhile', async () => {
    const bytes = holdBytes();
    const { unmount } = show();
    await pick(file('a.png'));
    await waitFor(() => expect(bytes.held()).toHaveLength(1));
    await user.type(field(), 'Look up.{Enter}');
    unmount();
    bytes.letThrough('a.png');
    await waitFor(() => expect(sent()).toEqual([['Look up.', 'a.png']]));
  });

  it.each([
    ['Escape', () => user.keyboard('{Escape}')],
    ['its button', () => user.click(screen.getByRole('button', { name: 'Not yet' }))],
    ['a change of its text', () => user.keyboard('!')],
    ['removing its last file', () => user.click(screen.getByRole('button', { name: 'Remove a.png' }))],
  ])('TLK-284 is held back by %s', async (_what, holdBack) => {
    const bytes = holdBytes();
    show();
    await pick(file('a.png'));
    await waitFor(() => expect(bytes.held()).toHaveLength(1));
    await user.type(field(), 'Look up.{Enter}');
    expect(isArmed()).toBe(true);
    await holdBack();
    expect(isArmed()).toBe(false);
    expect(field()).toHaveFocus();
    bytes.letThrough('a.png');
    await pick(file('marker.png'));
    await waitFor(() => expect(bytes.held()).toEqual(['marker.png']));
    bytes.letThrough('marker.png');
    await isReady('marker.png');
    expect(messages()).toEqual([]);
    expect(field()).toHaveDisplayValue(/^Look up\.!?$/u);
  });

  it('TLK-284 is held back by a file that fails, and is not sent without it', async () => {
    const bytes = holdBytes();
    show();
    await pick(file('a.png'));
    await waitFor(() => expect(bytes.held()).toHaveLength(1));
    stored.onBytes = () =>
      HttpResponse.json({ code: 'payload_too_large', message: 'No room.' }, { status: 413 });
    await pick(file('b.png'));
    await (await findRow('b.png')).findByRole('alert');
    bytes.letThrough('a.png');
    await isReady('a.png');
    await user.type(field(), 'Look up.{Enter}');
    expect(toast()).toBe('Try the files that failed again, or remove them.');
    expect(messages()).toEqual([]);
    const again = holdBytes();
    await user.click(screen.getByRole('button', { name: 'Try b.png again' }));
    await user.keyboard('{Enter}');
    expect(isArmed()).toBe(true);
    await waitFor(() => expect(again.held()).toEqual(['b.png']));
    await user.click(screen.getByRole('button', { name: 'Remove b.png' }));
    await waitFor(() => expect(sent()).toEqual([['Look up.', 'a.png']]));
  });

  it('TLK-284 keeps its place in the thread that starts meanwhile', async () => {
    const { unmount } = show({ talkId: 'm-7', startsThread: true });
    await pick(file('a.png'));
    await isReady('a.png');
    act(() => learnThread(ME, 'm-7', 't-7'));
    unmount();
    show({ talkId: 't-7' });
    await isReady('a.png');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('oni-attachments'))).toEqual([
      `oni-attachments:${ME}:t-7`,
    ]);
  });
});

describe('the files of a message that is not sent', () => {
  it('TLK-285 are there after a reload once they have arrived, and others say that they were interrupted', async () => {
    const { unmount } = show();
    await pick(file('a.png'));
    await isReady('a.png');
    await user.type(screen.getByRole('textbox', { name: 'Description of a.png' }), 'Ridges');
    const bytes = holdBytes();
    await pick(file('b.png'));
    await waitFor(() => expect(bytes.held()).toHaveLength(1));
    unmount();
    reload();
    show();
    await isReady('a.png');
    expect(screen.getByRole('textbox', { name: 'Description of a.png' })).toHaveValue('Ridges');
    expect((await findRow('b.png')).getByRole('alert')).toHaveTextContent('interrupted; add it again');
    await user.click(screen.getByRole('button', { name: 'Remove b.png' }));
    await user.type(field(), 'Look up.{Enter}');
    expect(sent()).toEqual([['Look up.', 'a.png']]);
    unmount();
    reload();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('oni-attachments'))).toEqual([]);
  });

  it('TLK-285 go on after a reload where this browser kept a large file', async () => {
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: new IDBFactory() });
    // That of Node does not know files of jsdom.
    const clone = jest.spyOn(globalThis, 'structuredClone').mockImplementation((value) => value);
    atTestEnd(() => {
      clone.mockRestore();
      Reflect.deleteProperty(globalThis, 'indexedDB');
    });
    const film = file('film.mp4', 'video/mp4');
    const uploadURL = 'http://localhost/uploads/film.mp4-1';
    const ticket = {
      id: 'film.mp4-1',
      uploadURL,
      method: 'PUT',
      partBytes: 1,
      expiresAt: '2026-12-01T00:00:00Z',
    } as const;
    await keepFile(ME, { ticket, place: 'tonight', file: film });
    const { name, size } = film;
    sessionStorage.setItem(`oni-attachments:${ME}:tonight`, JSON.stringify([{ name, size, alt: 'Rain' }]));
    const parts = Array.from({ length: size }, (_, index) => index + 1);
    server.use(
      http.get(uploadURL, () => HttpResponse.json({ partBytes: 1, parts })),
      http.post(`${uploadURL}/complete`, () => {
        stored.put(attachment({ id: ticket.id, kind: 'video', name, size }));
        return HttpResponse.json({ ok: true, objectPath: '/objects/film' });
      }),
    );
    show();
    await isReady('film.mp4');
    expect(screen.getByRole('textbox', { name: 'Description of film.mp4' })).toHaveValue('Rain');
    await waitFor(async () => expect(await listKeptFiles(ME)).toEqual([]));
  });

  it('TLK-285 are left out if the server has them no longer', async () => {
    const entries = [
      attachment({ id: 'gone', name: 'gone.pdf' }),
      attachment({ id: 'kept', name: 'kept.pdf' }),
    ];
    const key = `oni-attachments:${ME}:tonight`;
    localStorage.setItem(key, JSON.stringify(entries));
    stored.put(attachment({ id: 'kept', name: 'kept.pdf' }));
    show();
    await isReady('kept.pdf');
    expect(names()).toEqual(['kept.pdf']);
    expect(localStorage.getItem(key)).not.toContain('gone.pdf');
  });

  it('TLK-285 are the same in all tabs', async () => {
    show();
    const key = `oni-attachments:${ME}:tonight`;
    stored.put(picture({ id: 'theirs', name: 'theirs.png' }));
    const announce = (value: string | null) => {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
    };
    announce(JSON.stringify([{ id: 'theirs', name: 'theirs.png', size: 4, alt: 'Ridges' }]));
    await isReady('theirs.png');
    expect(screen.getByRole('textbox', { name: 'Description of theirs.png' })).toHaveValue('Ridges');
    // The other tab has sent the message.
    announce(null);
    expect(screen.queryByText('theirs.png')).toBeNull();
  });

  it('TLK-285 are checked again when their channel is opened', async () => {
    const { unmount } = show();
    await pick(file('a.png'), file('b.png'));
    await waitFor(() => expect(screen.getByText('2 of 2 files are ready.')).toBeInTheDocument());
    unmount();
    stored.uploads.delete('a.png-1');
    const asked = mock(listUploadedAttachments, () => undefined);
    show();
    await waitFor(() => expect(asked).toMatchObject([{ query: { ids: 'a.png-1,b.png-1' } }]));
    // The page still has its bytes.
    expect(await (await findRow('a.png')).findByRole('alert')).toHaveTextContent('A file is no longer there');
    await user.click(screen.getByRole('button', { name: 'Try a.png again' }));
    await isReady('a.png');
  });
});

describe('a pending message with files', () => {
  const me = {
    id: ME,
    username: 'vesper',
    displayName: null,
    profileImageUrl: null,
    standing: 'member' as const,
    isLocked: false,
  };
  const pend = (given: object) =>
    act(() =>
      updateOperations(() => [
        {
          kind: 'send',
          id: 'n-1',
          talkId: 'tonight',
          userId: ME,
          content: 'Look up.',
          attachments: [
            attachment({ id: 'a-8', name: 'gone.pdf' }),
            attachment({ id: 'a-9', name: 'kept.pdf' }),
          ],
          draftRev: 0,
          at: '2026-03-05T20:41:00.000Z',
          tab: '',
          state: 'refused',
          ...given,
        },
      ]),
    );

  it('TLK-286 shows them', async () => {
    renderWithQueries(<PendingMessages talkId="tonight" held={[]} me={me} />);
    pend({ state: 'sending' });
    expect(await screen.findByText('kept.pdf')).toBeInTheDocument();
  });

  it('TLK-286 is taken back with the files that the server still has', async () => {
    stored.put(attachment({ id: 'a-9', name: 'kept.pdf' }));
    show();
    renderWithQueries(<PendingMessages talkId="tonight" held={[]} me={me} />);
    pend({ problem: { message: 'A file is no longer there.', lacksFile: true } });
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(field()).toHaveValue('Look up.');
    await isReady('kept.pdf');
    expect(names()).toEqual(['kept.pdf']);
    expect(messages()).toEqual([]);
  });
});
