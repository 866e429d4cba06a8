import { describe, expect, it } from '@jest/globals';
import {
  deleteImage,
  listBoards,
  listOwnImages,
  listProfileArchives,
  setBoardVisibility,
  setImageVisibility,
  updateProfileArchive,
} from '@oniverse/contracts';
import { act, screen, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { scrollAllIntoView } from '../../../testing/browser.js';
import { board } from '../../../testing/album.js';
import { image, profileArchive } from '../../../testing/archives.js';
import { problem } from '../../../testing/call-handler.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { server } from '../../../testing/server.js';
import { groupByMonth } from './months.js';

const GONE = { statusCode: 404, code: 'not_found', message: 'Not found.' };

interface HiddenItems {
  images?: ReturnType<typeof image>[];
  archives?: ReturnType<typeof profileArchive>[];
  boards?: ReturnType<typeof board>[];
  /** The store has lost the files. */
  areLost?: boolean;
  /** Delays the response with the pictures. */
  after?: Promise<void>;
}

/** `calls` records the requested changes. */
async function open(
  { images = [], archives = [], boards = [], areLost = false, after }: HiddenItems,
  isRefused = false,
) {
  signIn();
  const calls: string[] = [];
  let [pictures, documents, albums] = [images, archives, boards];
  server.use(
    http.get('/objects/:path', ({ request }) => {
      // Hidden items are only sent to their owner.
      expect(request.headers.get('authorization')).toMatch(/^Bearer ./u);
      return areLost ? HttpResponse.json(GONE, { status: 404 }) : delay('infinite');
    }),
  );
  mock(listOwnImages, async ({ query }) => {
    expect(query.isPublic).toBe('false');
    await after;
    return pictures;
  });
  mock(listBoards, () => albums);
  mock(setBoardVisibility, ({ id, body }) => {
    expect(body).toEqual({ isPublic: true });
    calls.push(`show board ${id}`);
    if (isRefused) return problem('not_found', GONE.message);
    albums = albums.map((each) => (each.id === id ? { ...each, isPublic: true } : each));
    return albums.find((each) => each.id === id) ?? problem('not_found');
  });
  mock(setImageVisibility, ({ id, body }) => {
    expect(body).toEqual({ isPublic: true });
    calls.push(`show picture ${id}`);
    if (isRefused) return problem('not_found', GONE.message);
    pictures = pictures.filter((picture) => picture.id !== id);
    return image({ id, isPublic: true });
  });
  mock(deleteImage, ({ id }) => {
    calls.push(`delete picture ${id}`);
    if (isRefused) return problem('not_found', GONE.message);
    pictures = pictures.filter((picture) => picture.id !== id);
    return { ok: true };
  });
  mock(listProfileArchives, ({ query }) => {
    expect(query.isHidden).toBe('true');
    return documents;
  });
  mock(updateProfileArchive, ({ id, body }) => {
    expect(body).toEqual({ isHidden: false });
    documents = documents.filter((document) => document.id !== id);
    return profileArchive({ id, isHidden: false });
  });
  const view = renderApp('/settings?tab=hidden');
  await screen.findByRole('heading', { name: /^Documents/ });
  return { ...view, calls };
}

const march = (title: string) => image({ title, isPublic: false, createdAt: '2025-03-12T12:00:00.000Z' });
const april = (title: string) => image({ title, isPublic: false, createdAt: '2025-04-12T12:00:00.000Z' });

describe('HiddenTab', () => {
  it('HID-001 HID-002 GAP-074 lists the hidden pictures by month', async () => {
    await open({ images: [april('Roof'), march('Moon'), march('Sea')] });
    const month = within(await screen.findByRole('region', { name: 'March 2025' }));
    expect(month.getByText('2 pictures')).toBeInTheDocument();
    expect(month.getAllByRole('img').map((picture) => picture.getAttribute('alt'))).toEqual(['Moon', 'Sea']);
    expect(within(screen.getByRole('region', { name: 'April 2025' })).getByText('Roof')).toBeInTheDocument();
  });

  it('HID-001 HID-011 shows boards and documents once the pictures are loaded', async () => {
    let answer: () => void = () => undefined;
    const after = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const opening = open({ images: [april('Roof')], archives: [profileArchive({ isHidden: true })], after });
    await screen.findByText('Loading hidden pictures');
    expect(await screen.findByText('Documents (1)')).not.toBeVisible();
    answer();
    await opening;
    expect(screen.getByText('Roof')).toBeVisible();
    expect(screen.getByText('Documents (1)')).toBeVisible();
  });

  it('HID-003 HID-004 ALB-030 ERR-008 unhides a picture and removes it from the tab', async () => {
    const moon = march('Moon');
    const { user, calls } = await open({ images: [moon, march('Sea')] });
    await user.click(await screen.findByRole('button', { name: 'Unhide Moon' }));
    expect(await screen.findByText('Image shown')).toBeInTheDocument();
    expect(screen.getByText('Image is now visible in your album.')).toBeInTheDocument();
    expect(calls).toEqual([`show picture ${moon.id}`]);
    expect(screen.queryByText('Moon')).not.toBeInTheDocument();
    expect(screen.getByText('Sea')).toBeInTheDocument();
  });

  it('GAP-098 GAP-099 lists the hidden boards and unhides one with its pictures', async () => {
    const secret = board({ name: 'Secret', isPublic: false });
    const other = board({ name: 'Other', isPublic: false });
    const { user, calls } = await open({ boards: [secret, other, board({ name: 'Night walks' })] });
    const section = within(await screen.findByRole('region', { name: 'Boards (2)' }));
    expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Secret',
      'Other',
    ]);
    await user.click(section.getByRole('button', { name: 'Unhide Secret' }));
    expect(await screen.findByText('The board and all its pictures are visible again.')).toBeInTheDocument();
    expect(calls).toEqual([`show board ${secret.id}`]);
    expect(await screen.findByRole('region', { name: 'Boards (1)' })).toBeInTheDocument();
    expect(screen.queryByText('Secret')).not.toBeInTheDocument();
  });

  it('GAP-099 keeps a board that could not be unhidden, with a toast', async () => {
    const { user } = await open({ boards: [board({ name: 'Secret', isPublic: false })] }, true);
    await user.click(await screen.findByRole('button', { name: 'Unhide Secret' }));
    expect(await screen.findByText('Update failed')).toBeInTheDocument();
    expect(screen.getByText('Secret')).toBeInTheDocument();
  });

  it('HID-005 ERR-006 reports that a picture could not be unhidden', async () => {
    const { user } = await open({ images: [march('Moon')] }, true);
    await user.click(await screen.findByRole('button', { name: 'Unhide Moon' }));
    expect(await screen.findByText('Update failed')).toBeInTheDocument();
    expect(screen.getByText(GONE.message)).toBeInTheDocument();
  });

  it('HID-006 HID-007 HID-008 asks before deleting a picture', async () => {
    const moon = march('Moon');
    const { user, calls } = await open({ images: [moon] });
    await user.click(await screen.findByRole('button', { name: 'Delete Moon' }));
    expect(
      screen.getByText('Are you sure you want to permanently delete this hidden image?'),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Delete Moon' }));
    await user.click(screen.getByRole('button', { name: 'Delete image' }));
    expect(await screen.findByText('Image deleted')).toBeInTheDocument();
    expect(screen.getByText('Hidden image has been permanently deleted.')).toBeInTheDocument();
    expect(calls).toEqual([`delete picture ${moon.id}`]);
    expect(await screen.findByText('Nothing hidden')).toBeInTheDocument();
  });

  it('HID-009 ERR-007 reports that a picture could not be deleted', async () => {
    const { user } = await open({ images: [march('Moon')] }, true);
    await user.click(await screen.findByRole('button', { name: 'Delete Moon' }));
    await user.click(screen.getByRole('button', { name: 'Delete image' }));
    expect(await screen.findByText('Delete failed')).toBeInTheDocument();
  });

  it('HID-011 GAP-075 counts the hidden documents and unhides them', async () => {
    const { user } = await open({ archives: [profileArchive({ title: 'Spring', isHidden: true })] });
    expect(await screen.findByRole('heading', { name: 'Documents (1)' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Unhide Spring' }));
    expect(await screen.findByRole('heading', { name: 'Documents (0)' })).toBeInTheDocument();
    expect(screen.queryByText('Spring')).not.toBeInTheDocument();
  });

  it('HID-012 shows a placeholder for a broken picture', async () => {
    const view = await open({ images: [march('Moon')], areLost: true });
    await screen.findByRole('img', { name: 'Moon' });
    act(scrollAllIntoView);
    expect(await within(view.container).findByText('Image Not Found')).toBeInTheDocument();
    expect(screen.queryByRole('img', { name: 'Moon' })).not.toBeInTheDocument();
  });
});

it('HID-002 months of other years include the year', () => {
  const made = ['2026-02-10', '2025-02-10'].map((day) => ({ createdAt: `${day}T12:00:00.000Z` }));
  expect(groupByMonth(made, Date.parse('2026-05-01T12:00:00.000Z')).map(({ name }) => name)).toEqual([
    'February',
    'February 2025',
  ]);
});
