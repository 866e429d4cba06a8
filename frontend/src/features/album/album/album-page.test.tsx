import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  createBoard,
  listBoards,
  listOwnImages,
  listTags,
  removeAlbumTag,
  renameAlbumTag,
  setImageVisibility,
  updateImage,
} from '@oniverse/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { AlbumApi, board, image } from '../../../testing/album.js';
import { setMedia } from '../../../testing/browser.js';
import { installLayout } from '../../../testing/layout.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { useToast } from '../../../ui/toast-store.js';
import { renditionFor } from './use-columns.js';

const WIDE = ['(min-width: 1280px)', '(min-width: 901px)', '(min-width: 600px)'];
const walks = board({ name: 'Night walks', tags: ['night'] });
const secret = board({ name: 'Secret', isPublic: false });
const moon = image({ title: 'Half moon', description: 'Thrown twice', boardId: walks.id, tags: ['moon'] });
const sea = image({ title: 'Ferry lane', tags: ['sea'] });
const lost = image({ title: 'Dunes', boardId: '0193a000-0000-7000-8000-00000000dead' });
const unseen = image({ title: 'Unseen', isPublic: false });

let api: AlbumApi;

const toast = () => {
  const shown = useToast.getState().toast;
  return [shown?.title, shown?.description];
};
const unavailable = () =>
  HttpResponse.json({ code: 'unavailable', message: 'Temporarily unavailable.' }, { status: 503 });
const findPicture = async (name: string) => screen.findByRole('button', { name: `Open ${name}` });
const expectNoPicture = (name: string) =>
  expect(screen.queryByRole('button', { name: `Open ${name}` })).toBeNull();

beforeEach(installLayout);
beforeEach(() => {
  signIn();
  setMedia(...WIDE);
  api = new AlbumApi().install();
  api.boards = [walks, secret];
  api.images = [moon, sea, lost, unseen];
});

async function choose(user: ReturnType<typeof renderApp>['user'], name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Menu of ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

async function chooseSetting(user: ReturnType<typeof renderApp>['user'], item: string) {
  await user.click(await screen.findByRole('button', { name: 'Album settings' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

describe('AlbumHead', () => {
  it('ALB-001 ALB-002 ALB-003 ALB-005 ALB-006 ALB-007 ALB-008 shows links, the settings menu and buttons', async () => {
    const { user } = renderApp('/album');
    const crumbs = within(await screen.findByRole('navigation', { name: 'Sections' }));
    expect(crumbs.getByRole('link', { name: 'PROFILE' })).toHaveAttribute('href', '/');
    expect(crumbs.getByRole('link', { name: 'ARCHIVE' })).toHaveAttribute('href', '/archive');
    expect(screen.getByRole('button', { name: 'Upload Image' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'New Board' })).toBeInTheDocument();
    expect(screen.getByPlaceholderText('Search image memories...')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Sort' })).toHaveTextContent('Newest');
    await user.click(screen.getByRole('button', { name: 'Album settings' }));
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(items.toSorted()).toEqual([
      'Delete Boards',
      'Delete Tags',
      'Edit Boards',
      'Edit Tags',
      'Hide Boards',
    ]);
  });
});

describe('the picture grid', () => {
  it('ALB-016 ALB-017 ALB-019 appears together with boards and tags', async () => {
    let answer: () => void = () => undefined;
    const requested = new Promise<void>((resolve) => {
      answer = resolve;
    });
    mock(listBoards, async () => {
      await requested;
      return api.boards;
    });
    renderApp('/album');
    await waitFor(() => expect(api.calls.map(([call]) => call)).toContain(listTags));
    await screen.findByText('Loading visual memories');
    expectNoPicture('Half moon');
    expect(screen.queryByRole('button', { name: '#moon', pressed: false })).toBeNull();
    answer();
    await findPicture('Half moon');
    expect(screen.getByRole('button', { name: 'Night walks' })).toBeVisible();
    expect(screen.getByRole('button', { name: '#moon', pressed: false })).toBeVisible();
  });

  it('removes the blur once the picture has loaded', async () => {
    const blurred = { blurhash: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj', ready: true, width: 40, height: 30 };
    api.images = [image({ title: 'Comet', ...blurred })];
    const { user } = renderApp('/album');
    const card = await screen.findByRole('article', { name: 'Comet' });
    expect(card.querySelector('[data-blur]')).not.toBeNull();
    fireEvent.load(within(card).getByRole('img', { name: 'Comet' }));
    await waitFor(() => expect(card.querySelector('[data-blur]')).toBeNull());
    await user.click(within(card).getByRole('button', { name: 'Open Comet' }));
    const lightbox = await screen.findByRole('dialog', { name: 'Comet' });
    expect(lightbox.querySelector('[data-blur]')).not.toBeNull();
    fireEvent.load(within(lightbox).getByRole('img', { name: 'Comet' }));
    await waitFor(() => expect(lightbox.querySelector('[data-blur]')).toBeNull());
  });

  it('ALB-022 ALB-023 ALB-024 ALB-025 ALB-026 shows details of each picture and omits hidden pictures', async () => {
    api.images = [moon, sea, lost, image({ title: 'Not mine', userId: 'u-other' }), unseen];
    renderApp('/album');
    const card = within(await screen.findByRole('article', { name: 'Half moon' }));
    expect(card.getByRole('img', { name: 'Half moon' })).toBeInTheDocument();
    expect(card.getByText('Thrown twice')).toBeInTheDocument();
    expect(card.getByText('5 Jan')).toBeInTheDocument();
    expect(card.getByRole('button', { name: '#moon' })).toBeInTheDocument();
    expect(await card.findByText('Night walks')).toBeInTheDocument();
    expect(
      within(screen.getByRole('article', { name: 'Dunes' })).getByText('Unknown Board'),
    ).toBeInTheDocument();
    expect(
      within(screen.getByRole('article', { name: 'Ferry lane' })).queryByText('Unknown Board'),
    ).toBeNull();
    expect(screen.getByRole('button', { name: 'Menu of Half moon' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Menu of Not mine' })).toBeNull();
    expectNoPicture('Unseen');
  });

  it.each([
    [1, []],
    [2, WIDE.slice(2)],
    [3, WIDE.slice(1)],
    [4, WIDE],
  ])('ALB-019 has %d columns depending on the window’s width', async (columns, media) => {
    setMedia(...media);
    const { container } = renderApp('/album');
    await findPicture('Half moon');
    expect(container.querySelector('.album__row')?.children).toHaveLength(Math.min(columns, 3));
  });

  it.each([
    [[1, 2, 4], { width: 900, height: 600 }, [1280, 640, 320]],
    [[4], { width: 600, height: 900 }, [320]],
    // A picture cropped at its sides needs a wider rendition.
    [[4], { width: 3000, height: 1000 }, [640]],
    [[2, 4], { width: null, height: null }, [640, 320]],
  ])('selects for %j columns and the picture size %j the rendition widths %j', (columns, size, widths) => {
    expect(columns.map((many) => renditionFor(many, size))).toEqual(widths);
  });

  it('ALB-020 shows a loading text', async () => {
    renderApp('/album');
    expect(await screen.findByText(/^Loading visual memories/)).toBeInTheDocument();
    await findPicture('Half moon');
    expect(screen.queryByText(/^Loading visual memories/)).toBeNull();
  });

  it('ALB-021 shows that the album is empty', async () => {
    api.images = [];
    renderApp('/album');
    expect(await screen.findByText('Empty Album')).toBeInTheDocument();
  });

  it('shows a loading error and retries on request', async () => {
    api.intercept = (call) => (call === listOwnImages ? unavailable() : undefined);
    const { user } = renderApp('/album');
    expect(await screen.findByText('Temporarily unavailable.')).toBeInTheDocument();
    api.intercept = undefined;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await findPicture('Half moon');
  });
});

describe('changes in another tab', () => {
  const returnToTab = () => act(() => void window.dispatchEvent(new Event('visibilitychange')));

  it('appear when the member returns to the tab', async () => {
    renderApp('/album');
    await findPicture('Half moon');
    const before = api.calls.length;
    // The data is fresh, so returning to the tab sends no request.
    returnToTab();
    api.images = [image({ title: 'New comet', tags: ['tail'] }), sea, { ...moon, isPublic: false }];
    api.boards = [{ ...walks, name: 'Day walks' }];
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 6_000);
    returnToTab();
    await findPicture('New comet');
    expectNoPicture('Half moon');
    expect(await screen.findByRole('button', { name: 'Day walks' })).toBeInTheDocument();
    const chips = within(screen.getByRole('group', { name: 'Tags' }));
    expect(await chips.findByRole('button', { name: '#tail' })).toBeInTheDocument();
    const requested = api.calls.slice(before).map(([call]) => call);
    expect(requested).toHaveLength(3);
    expect(new Set(requested)).toEqual(new Set([listBoards, listOwnImages, listTags]));
  });

  it('remove a deleted picture when a change of it fails', async () => {
    const { user } = renderApp('/album');
    await findPicture('Half moon');
    api.images = [sea];
    api.intercept = ({ method }) =>
      method === 'PUT'
        ? HttpResponse.json({ code: 'not_found', message: 'Gone.' }, { status: 404 })
        : undefined;
    await choose(user, 'Half moon', 'Hide');
    await waitFor(() => expect(toast()).toEqual(['Update failed', 'Gone.']));
    await waitFor(() => expectNoPicture('Half moon'));
  });
});

describe('album filters', () => {
  it('ALB-010 ALB-013 ALB-014 search title and description, and can be cleared', async () => {
    const { user } = renderApp('/album');
    await findPicture('Ferry lane');
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
    await user.type(screen.getByRole('searchbox'), 'TWICE');
    await waitFor(() => expectNoPicture('Ferry lane'));
    await findPicture('Half moon');
    expect(api.calls).toContainEqual([
      listOwnImages,
      expect.objectContaining({ query: expect.objectContaining({ q: 'TWICE' }) }),
    ]);
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await findPicture('Ferry lane');
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
  });

  it('ALB-011 ALB-012 ALB-015 ALB-016 ALB-017 ALB-018 toggle by chips and are kept in the URL', async () => {
    const { user } = renderApp('/album');
    await findPicture('Ferry lane');
    const boards = within(screen.getByRole('group', { name: 'Boards' }));
    const chip = await boards.findByRole('button', { name: 'Night walks' });
    expect(boards.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'All Boards',
      'Night walks',
    ]);
    expect(boards.getByRole('button', { name: 'All Boards' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(chip);
    await waitFor(() => expectNoPicture('Ferry lane'));
    expect(chip).toHaveAttribute('aria-pressed', 'true');
    await user.click(chip);
    await findPicture('Ferry lane');
    const tags = within(screen.getByRole('group', { name: 'Tags' }));
    await user.click(tags.getByRole('button', { name: '#sea' }));
    await waitFor(() => expectNoPicture('Half moon'));
    await user.click(tags.getByRole('button', { name: '#sea' }));
    await findPicture('Half moon');
  });

  it('ALB-017 list only tags of pictures, except while tags are edited', async () => {
    api.boards = [board({ name: 'Paper', tags: ['letters'] })];
    const { user } = renderApp('/album');
    await findPicture('Ferry lane');
    const tags = within(await screen.findByRole('group', { name: 'Tags' }));
    await tags.findByRole('button', { name: '#sea' });
    expect(tags.queryByRole('button', { name: '#letters' })).toBeNull();
    await chooseSetting(user, 'Delete Tags');
    expect(await tags.findByRole('button', { name: '#letters' })).toBeInTheDocument();
  });

  it('are read from the URL', async () => {
    renderApp(`/album?tag=sea&sort=oldest`);
    await findPicture('Ferry lane');
    expectNoPicture('Half moon');
    expect(screen.getByRole('combobox', { name: 'Sort' })).toHaveTextContent('Oldest');
  });

  it('ALB-009 sort by creation time', async () => {
    const { user } = renderApp('/album');
    await findPicture('Half moon');
    await user.click(screen.getByRole('combobox', { name: 'Sort' }));
    await user.click(await screen.findByRole('option', { name: 'Oldest' }));
    await waitFor(() => {
      const names = screen
        .getAllByRole('article')
        .map((article) => within(article).getByRole('heading').textContent);
      expect(names).toEqual(['Dunes', 'Ferry lane', 'Half moon']);
    });
  });
});

describe('album pictures', () => {
  it('ALB-028 ALB-029 can be hidden', async () => {
    const { user } = renderApp('/album');
    await choose(user, 'Half moon', 'Hide');
    await waitFor(() => expectNoPicture('Half moon'));
    expect(api.changingCalls()).toEqual([
      [setImageVisibility, { id: moon.id, query: {}, body: { isPublic: false } }],
    ]);
    expect(toast()).toEqual(['Image hidden', 'Image has been hidden and moved to your Hidden Posts.']);
  });

  it('ALB-031 GAP-109 stay in the list if hiding fails', async () => {
    api.intercept = ({ method }) => (method === 'PUT' ? unavailable() : undefined);
    const { user } = renderApp('/album');
    await choose(user, 'Half moon', 'Hide');
    await waitFor(() => expect(toast()).toEqual(['Update failed', 'Temporarily unavailable.']));
    await findPicture('Half moon');
  });

  it('ALB-032 ALB-033 ALB-034 are deleted after confirmation', async () => {
    const { user } = renderApp('/album');
    await choose(user, 'Half moon', 'Delete');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('Are you sure you want to permanently delete this image?')).toBeInTheDocument();
    expect(api.changingCalls()).toEqual([]);
    api.intercept = ({ method }) => (method === 'DELETE' ? unavailable() : undefined);
    await user.click(dialog.getByRole('button', { name: 'Delete image' }));
    await waitFor(() => expect(toast()).toEqual(['Delete failed', 'Temporarily unavailable.']));
    api.intercept = undefined;
    await user.click(dialog.getByRole('button', { name: 'Delete image' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expectNoPicture('Half moon');
    expect(toast()).toEqual(['Image deleted', 'Image has been permanently deleted.']);
  });

  it('ALB-027 GAP-102 can be edited: title, caption, board and hashtags', async () => {
    const { user } = renderApp('/album');
    await choose(user, 'Half moon', 'Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Picture' }));
    await user.clear(dialog.getByLabelText('Title'));
    await user.type(dialog.getByLabelText('Title'), 'Whole moon');
    await user.clear(dialog.getByLabelText('Caption'));
    await user.clear(dialog.getByLabelText('Hashtags'));
    await user.type(dialog.getByLabelText('Hashtags'), '#Luna, night');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await findPicture('Whole moon');
    expect(toast()).toEqual(['Image updated', 'Image has been updated successfully.']);
    expect(api.changingCalls()).toEqual([
      [
        updateImage,
        {
          id: moon.id,
          query: {},
          body: { title: 'Whole moon', description: null, boardId: walks.id, tags: ['luna', 'night'] },
        },
      ],
    ]);
  });

  it('NXT-511 keep what was typed into their editor over a reload, beside what is stored by then', async () => {
    const first = renderApp('/album');
    await choose(first.user, 'Half moon', 'Edit');
    const begun = within(await screen.findByRole('dialog', { name: 'Edit Picture' }));
    await first.user.clear(begun.getByLabelText('Caption'));
    await first.user.type(begun.getByLabelText('Caption'), 'Mine');
    first.unmount();
    api.images = api.images.map((one) => (one.id === moon.id ? { ...one, description: 'Theirs' } : one));
    const { user } = renderApp('/album');
    await choose(user, 'Half moon', 'Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Picture' }));
    expect(dialog.getByLabelText('Caption')).toHaveValue('Mine');
    const alert = within(dialog.getByRole('alert'));
    expect(alert.getByText('Theirs')).toBeInTheDocument();
    await user.click(alert.getByRole('button', { name: 'Use that version' }));
    expect(dialog.getByLabelText('Caption')).toHaveValue('Theirs');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('oni-edit'))).toEqual([]);
  });

  it('open in the lightbox, with the keyboard only', async () => {
    const { user } = renderApp('/album');
    (await findPicture('Half moon')).focus();
    await user.keyboard('{Enter}');
    const box = () => screen.findByRole('dialog');
    expect(await box()).toHaveTextContent('1 of 3');
    await user.keyboard('{ArrowLeft}');
    expect(await box()).toHaveTextContent('1 of 3');
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('dialog', { name: 'Ferry lane' })).toHaveTextContent('2 of 3');
    expect(within(await box()).getByRole('img')).toHaveAttribute('alt', 'Ferry lane');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Open Half moon' })).toHaveFocus();
  });
});

describe('album boards', () => {
  it('BRD-001 BRD-002 BRD-003 BRD-004 BRD-005 BRD-006 BRD-008 can be created', async () => {
    const { user } = renderApp('/album');
    await user.click(await screen.findByRole('button', { name: 'New Board' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create New Board' }));
    const create = dialog.getByRole('button', { name: 'Create Board' });
    await user.click(create);
    await waitFor(() => expect(dialog.getByLabelText('Board Name')).toBeInvalid());
    expect(dialog.getByLabelText('Board Name')).toHaveFocus();
    expect(api.changingCalls()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'New Board' }));
    const again = within(await screen.findByRole('dialog', { name: 'Create New Board' }));
    expect(again.getByLabelText('Description (optional)')).toBeInTheDocument();
    await user.type(again.getByLabelText('Board Name'), ' Plates ');
    await user.type(again.getByLabelText('Hashtags'), 'glass, #plate,');
    const preview = within(again.getByRole('group', { name: 'Hashtags that will be saved' }));
    expect(preview.getAllByText(/^#/).map(({ textContent }) => textContent)).toEqual(['#glass', '#plate']);
    await user.click(again.getByRole('button', { name: 'Create Board' }));
    await screen.findByRole('button', { name: 'Plates' });
    expect(api.changingCalls()).toEqual([
      [createBoard, { query: {}, body: { name: 'Plates', tags: ['glass', 'plate'] } }],
    ]);
    expect(toast()).toEqual(['Board Created', 'Your new board has been created successfully.']);
  });

  it('BRD-009 keep the form values when creating fails', async () => {
    api.intercept = ({ method }) => (method === 'POST' ? unavailable() : undefined);
    const { user } = renderApp('/album');
    await user.click(await screen.findByRole('button', { name: 'New Board' }));
    await user.type(await screen.findByLabelText('Board Name'), 'Plates');
    await user.click(screen.getByRole('button', { name: 'Create Board' }));
    await waitFor(() => expect(toast()).toEqual(['Error', 'Failed to create board. Please try again.']));
    expect(screen.getByLabelText('Board Name')).toHaveValue('Plates');
    expect(screen.getByRole('alert')).toHaveTextContent('Temporarily unavailable.');
  });

  it('BRD-010 BRD-011 BRD-012 BRD-013 BRD-014 BRD-017 can be renamed inline', async () => {
    const { user } = renderApp('/album');
    await findPicture('Half moon');
    await chooseSetting(user, 'Edit Boards');
    const chip = () => screen.findByRole('button', { name: 'New name of Night walks' });
    await user.click(await chip());
    await user.keyboard('x{Escape}');
    expect(await chip()).toHaveFocus();
    expect(api.changingCalls()).toEqual([]);
    await user.click(await chip());
    await user.clear(screen.getByRole('textbox', { name: 'New name of Night walks' }));
    api.intercept = ({ method }) => (method === 'PUT' ? unavailable() : undefined);
    await user.keyboard('Day walks{Enter}');
    await waitFor(() => expect(toast()).toEqual(['Update failed', 'Temporarily unavailable.']));
    expect(screen.getByRole('textbox', { name: 'New name of Night walks' })).toHaveValue('Day walks');
    api.intercept = undefined;
    await user.keyboard('{Enter}');
    await screen.findByRole('button', { name: 'New name of Day walks' });
    expect(toast()).toEqual(['Board updated', 'Board name has been updated successfully.']);
    await user.click(screen.getByRole('button', { name: 'Stop Editing' }));
    expect(screen.getByRole('button', { name: 'Day walks' })).toBeInTheDocument();
  });

  it('BRD-015 BRD-016 BRD-018 BRD-019 are in one mode at a time', async () => {
    const { user } = renderApp('/album');
    for (const [item, stop] of [
      ['Edit Boards', 'Stop Editing'],
      ['Hide Boards', 'Stop Hiding'],
      ['Delete Boards', 'Stop Deleting'],
      ['Edit Tags', 'Stop Editing'],
    ] as const) {
      await chooseSetting(user, item);
      const stops = screen.getAllByRole('button', { name: /^Stop / }).map(({ textContent }) => textContent);
      expect(stops).toEqual([stop]);
    }
    await user.click(screen.getByRole('button', { name: 'Stop Editing' }));
    expect(screen.queryByRole('button', { name: /^Stop / })).toBeNull();
  });

  it('BRD-020 BRD-023 BRD-024 BRD-025 are hidden after confirmation', async () => {
    const { user } = renderApp('/album');
    await findPicture('Half moon');
    await chooseSetting(user, 'Hide Boards');
    await user.click(screen.getByRole('button', { name: 'Night walks' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(
      dialog.getByText(
        'This board and all your pictures in it will be hidden. Are you sure you want to proceed?',
      ),
    ).toBeInTheDocument();
    api.intercept = ({ method }) => (method === 'PUT' ? unavailable() : undefined);
    await user.click(dialog.getByRole('button', { name: 'Hide board' }));
    await waitFor(() => expect(toast()).toEqual(['Hide failed', 'Temporarily unavailable.']));
    api.intercept = undefined;
    await user.click(dialog.getByRole('button', { name: 'Hide board' }));
    await waitFor(() => expectNoPicture('Half moon'));
    expect(toast()).toEqual(['Board hidden', 'Board and all its images have been hidden.']);
    expect(screen.queryByRole('button', { name: 'Night walks' })).toBeNull();
  });

  it('BRD-021 BRD-027 BRD-028 are deleted after confirmation', async () => {
    const { user } = renderApp('/album');
    await findPicture('Half moon');
    await chooseSetting(user, 'Delete Boards');
    await user.click(screen.getByRole('button', { name: 'Night walks' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(
      dialog.getByText(
        'This board and all your pictures in it will be deleted. Are you sure you want to proceed?',
      ),
    ).toBeInTheDocument();
    api.intercept = ({ method }) => (method === 'DELETE' ? unavailable() : undefined);
    await user.click(dialog.getByRole('button', { name: 'Delete board' }));
    await waitFor(() => expect(toast()).toEqual(['Delete failed', 'Temporarily unavailable.']));
    api.intercept = undefined;
    await user.click(dialog.getByRole('button', { name: 'Delete board' }));
    await waitFor(() => expectNoPicture('Half moon'));
    expect(toast()).toEqual(['Board deleted', 'Board and all its images have been permanently deleted.']);
  });
});

describe('album tags', () => {
  it('BRD-029 can be renamed on all pictures and boards', async () => {
    const { user } = renderApp('/album');
    await findPicture('Half moon');
    await chooseSetting(user, 'Edit Tags');
    await user.click(screen.getByRole('button', { name: 'New name of #moon' }));
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'New name of #moon' }));
    await user.clear(screen.getByRole('textbox', { name: 'New name of #moon' }));
    await user.keyboard('no way{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('A tag can have 1 to 50 letters');
    expect(api.changingCalls()).toEqual([]);
    await user.clear(screen.getByRole('textbox', { name: 'New name of #moon' }));
    await user.keyboard('Luna{Enter}');
    await screen.findByRole('button', { name: 'New name of #luna' });
    expect(api.changingCalls()).toEqual([
      [renameAlbumTag, { name: 'moon', query: {}, body: { name: 'luna' } }],
    ]);
  });

  it('ALB-004 are removed from all pictures and boards after confirmation', async () => {
    const { user } = renderApp('/album');
    await findPicture('Half moon');
    await chooseSetting(user, 'Delete Tags');
    const chips = within(screen.getByRole('group', { name: 'Tags' }));
    await user.click(await chips.findByRole('button', { name: '#moon' }));
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete tag' }),
    );
    await waitFor(() => expect(chips.queryByRole('button', { name: '#moon' })).toBeNull());
    expect(api.changingCalls()).toEqual([[removeAlbumTag, { name: 'moon', query: {}, body: null }]]);
    expect(toast()).toEqual(['Tag deleted', 'Removed from 1 item.']);
  });
});
