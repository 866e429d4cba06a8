import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createObjectAddress } from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { pictureBoxOf, usualFilesHeight } from '../../../objects/attachment-space.js';
import { attachment, picture } from '../../../testing/attachments.js';
import { scrollAllIntoView } from '../../../testing/browser.js';
import { problem } from '../../../testing/call-handler.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { servePictures } from '../../../testing/pictures.js';
import { renderWithQueries } from '../../../testing/render.js';
import { useToast } from '../../../ui/toast-store.js';
import { useFilesInUse } from './in-use.store.js';
import { AttachedFiles } from './attached-files.js';

const RIDGES = picture({ id: 'ridges', name: 'ridges.jpg', alt: 'Ridges at dusk' });
const TRAILS = picture({ id: 'trails', name: 'trails.jpg' });
const NOTES = attachment({ id: 'notes', name: 'notes.tar.gz', size: 14_336 });
let requests: (string | null)[][];

beforeEach(() => {
  signIn();
  requests = servePictures();
});

const show = (...attachments: Parameters<typeof AttachedFiles>[0]['attachments'] & object) =>
  renderWithQueries(<AttachedFiles attachments={attachments} />);
const serveAddresses = () =>
  mock(createObjectAddress, ({ key }) => ({
    url: `/objects/${key}?pass=one`,
    expiresAt: '2026-11-30T04:00:00Z',
  }));
const paths = () => requests.map(([path]) => path);
const plate = async (name: string) => screen.findByRole('button', { name: `Open ${name}` });

describe('the pictures of a message', () => {
  it('TLK-287 are plates with their descriptions, which load when they are near', async () => {
    show(TRAILS, RIDGES);
    const names = [await plate('trails.jpg'), await plate('Ridges at dusk')];
    expect(screen.getByText('Ridges at dusk')).toBeInTheDocument();
    expect(screen.queryByText('trails.jpg')).toBeNull();
    expect(paths()).toEqual([]);
    act(scrollAllIntoView);
    await waitFor(() => expect(paths()).toEqual(['/objects/trails?w=320', '/objects/ridges?w=320']));
    for (const name of names) {
      await waitFor(() =>
        expect(within(name).getByRole('img')).toHaveAttribute('src', expect.stringMatching(/^blob:/u)),
      );
    }
  });

  it('TLK-287 load a larger rendition on a screen of higher density', async () => {
    jest.replaceProperty(window, 'devicePixelRatio', 2);
    show(TRAILS, RIDGES);
    await plate('trails.jpg');
    act(scrollAllIntoView);
    await waitFor(() => expect(paths()).toContain('/objects/trails?w=640'));
  });

  it('TLK-287 take their space before they load: alone up to 420 by 320 and never above their size', () => {
    const box = (width?: number, height?: number, isAlone = true) => {
      const size = width !== undefined && height !== undefined ? { width, height } : {};
      const { width: w, ratio } = pictureBoxOf(attachment({ kind: 'picture', ...size }), isAlone);
      return [w, Math.round(w / ratio)];
    };
    expect(box(1_600, 1_200)).toEqual([420, 315]);
    expect(box(600, 1_200)).toEqual([160, 320]);
    expect(box(64, 64)).toEqual([64, 64]);
    // A panorama is cropped.
    expect(box(4_000, 100)).toEqual([420, 140]);
    expect(box()).toEqual([216, 162]);
    expect(box(1_600, 1_200, false)).toEqual([216, 162]);
    expect(usualFilesHeight([RIDGES, TRAILS])).toBe(162 + 28 + 33);
    expect(usualFilesHeight([])).toBe(0);
  });

  it('TLK-287 open in the lightbox, in which the arrow keys go through those of the message', async () => {
    const { user } = show(TRAILS, NOTES, RIDGES);
    const opener = await plate('Ridges at dusk');
    opener.focus();
    await user.keyboard('{Enter}');
    const lightbox = within(await screen.findByRole('dialog', { name: 'Ridges at dusk' }));
    expect(lightbox.getByText('2 of 2')).toBeInTheDocument();
    expect(lightbox.getByText('ridges.jpg')).toBeInTheDocument();
    expect(paths()).toEqual(['/objects/ridges?w=1280']);
    await user.keyboard('{ArrowLeft}');
    expect(await screen.findByRole('dialog', { name: 'trails.jpg' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(opener).toHaveFocus();
  });

  it('TLK-287 stand still until their reader plays them, and stop again', async () => {
    const { user } = show(picture({ id: 'moon', alt: 'The moon', isAnimated: true }));
    await plate('The moon');
    act(scrollAllIntoView);
    await waitFor(() => expect(paths()).toEqual(['/objects/moon?w=640']));
    await user.click(screen.getByRole('button', { name: 'Play The moon' }));
    await waitFor(() => expect(paths()).toContain('/objects/moon?animated=true'));
    await user.click(screen.getByRole('button', { name: 'Stop The moon' }));
    expect(document.querySelector('.picture-plate__moving')).toBeNull();
    await user.click(await plate('The moon'));
    const lightbox = within(await screen.findByRole('dialog', { name: 'The moon' }));
    await waitFor(() => expect(paths()).toContain('/objects/moon?w=1280'));
    const plays = () => paths().filter((path) => path === '/objects/moon?animated=true');
    expect(plays()).toHaveLength(1);
    await user.click(lightbox.getByRole('button', { name: 'Play The moon' }));
    await waitFor(() => expect(plays()).toHaveLength(2));
  });

  it('say that they could not be loaded', async () => {
    servePictures(404);
    show(TRAILS);
    await plate('trails.jpg');
    act(scrollAllIntoView);
    expect(await screen.findByText('This file could not be loaded.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Open trails.jpg' })).toBeNull();
  });
});

describe('other files of a message', () => {
  it('TLK-288 say their name, kind and size, and what they are about', async () => {
    show(NOTES, attachment({ id: 'talk', kind: 'sound', name: 'talk.mp3', alt: 'Two minutes of rain' }));
    expect(await screen.findByText('file, GZ, 14 KB')).toBeInTheDocument();
    expect(screen.getByText('sound, MP3, 3.1 MB')).toBeInTheDocument();
    expect(screen.getByText('Two minutes of rain')).toBeInTheDocument();
    expect(screen.getByText('notes.tar.gz').tagName).toBe('BDI');
  });

  it('TLK-288 TLK-365 are downloaded under their name, by an address that needs no session', async () => {
    const clicked: (string | null)[][] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      clicked.push([this.getAttribute('href'), this.download]);
    });
    serveAddresses();
    const { user } = show(NOTES);
    const link = await screen.findByRole('link', { name: 'Download notes.tar.gz' });
    expect(link).toHaveAttribute('href', '/objects/notes');
    await user.click(link);
    const address = '/objects/notes?pass=one&download=true';
    await waitFor(() => expect(clicked).toEqual([[address, 'notes.tar.gz']]));
    click.mockRestore();
  });

  it('TLK-288 say that a download failed', async () => {
    mock(createObjectAddress, () => problem('not_found'));
    const { user } = show(NOTES);
    await user.click(await screen.findByRole('link', { name: 'Download notes.tar.gz' }));
    await waitFor(() => expect(useToast.getState().toast?.title).toBe('Download failed'));
  });

  it.each([
    ['sound', 'talk.mp3', 'audio', 'none'],
    ['video', 'film.mp4', 'video', 'metadata'],
  ] as const)('TLK-288 load %s when their reader plays them', async (kind, name, tag, preload) => {
    serveAddresses();
    const focus = jest.spyOn(HTMLElement.prototype, 'focus');
    const { user, unmount } = show(attachment({ id: 'played', kind, name }));
    await user.click(await screen.findByRole('button', { name: `Play ${name}` }));
    const player = await screen.findByLabelText(name);
    expect(player.tagName).toBe(tag.toUpperCase());
    expect(player).toHaveAttribute('preload', preload);
    expect(player).toHaveAttribute('controls');
    // jsdom does not focus players.
    expect(focus.mock.contexts).toContain(player);
    expect(player).toHaveAttribute('src', '/objects/played?pass=one');
    // Its list keeps the row, which it would end with.
    expect(useFilesInUse.getState().ids).toEqual(['played']);
    unmount();
    expect(useFilesInUse.getState().ids).toEqual([]);
  });

  it('TLK-288 say that a player could not load them', async () => {
    mock(createObjectAddress, () => problem('not_found'));
    const { user } = show(attachment({ kind: 'sound', name: 'talk.mp3' }));
    await user.click(await screen.findByRole('button', { name: 'Play talk.mp3' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This file could not be loaded.');
    expect(screen.getByRole('button', { name: 'Play talk.mp3' })).toBeEnabled();
  });
});

it('a message without files shows none', () => {
  const { container } = renderWithQueries(<AttachedFiles attachments={undefined} />);
  expect(container).toBeEmptyDOMElement();
});
