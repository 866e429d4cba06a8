import {
  type CapsuleView,
  createCapsule,
  deleteCapsule,
  deleteProfileArchive,
  listArchivedPosts,
  listCapsules,
  listOwnPosts,
  listProfileArchives,
  listTags,
  type PostView,
  type ProfileArchiveView,
  updateCapsule,
  updatePost,
  updateProfileArchive,
} from '@oniverse/contracts';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { capsule, profileArchive } from '../../../testing/archives.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { post } from '../../../testing/posts.js';
import { renderApp, renderWithLinks } from '../../../testing/render.js';
import { ArchivePage } from './archive-page.js';

const REFUSED = { statusCode: 404, code: 'not_found', message: 'Not found.' };

interface ArchiveContents {
  archives?: ProfileArchiveView[];
  posts?: PostView[];
  capsules?: CapsuleView[];
}

/** Opens the archive with these contents. Returns the changes (`calls`) and list requests (`searches`) in order. */
async function open(
  { archives = [], posts = [], capsules = [] }: ArchiveContents,
  path = '/archive',
  status = 200,
) {
  signIn();
  const stored = { archives, posts, capsules };
  const calls: [string, unknown][] = [];
  const searches: string[] = [];
  const change = <T extends object>(name: string, body: unknown, answer: () => T) => {
    calls.push([name, body]);
    return status === 200 ? answer() : HttpResponse.json(REFUSED, { status });
  };
  const changed = <T extends { id: string }>(list: T[], id: string, body: Partial<T> | null): T => {
    const index = list.findIndex((thing) => thing.id === id);
    const next = Object.assign({}, list[index], body);
    list[index] = next;
    return next;
  };
  const without = <T extends { id: string }>(list: T[], id: string) =>
    list.filter((thing) => thing.id !== id);
  const search = (name: string, query: object) => {
    const given = Object.entries(query).map(([field, value]) => `${field}=${String(value)}`);
    searches.push(`${name} ${given.join('&')}`);
  };
  mock(
    listTags,
    ['moon', 'sea', 'album_only'].map((name) => ({ id: name, name, usageCount: 1 })),
  );
  mock(listCapsules, () => stored.capsules);
  mock(listProfileArchives, ({ query }) => {
    search('archives', query);
    return stored.archives.filter(
      ({ isHidden, capsuleId }) =>
        !isHidden && (query.capsuleId === undefined || capsuleId === query.capsuleId),
    );
  });
  mock(listArchivedPosts, ({ query }) => {
    search('posts', query);
    return stored.posts;
  });
  mock(listOwnPosts, []);
  mock(updateProfileArchive, ({ id, body }) =>
    change(`update archive ${id}`, body, () => changed(stored.archives, id, body)),
  );
  mock(deleteProfileArchive, ({ id }) =>
    change(`delete archive ${id}`, null, () => {
      stored.archives = without(stored.archives, id);
      return { ok: true as const };
    }),
  );
  mock(updatePost, ({ id, body }) =>
    change(`update post ${id}`, body, () => {
      const { attachments: _, ...texts } = body ?? {};
      const next = changed(stored.posts, id, texts);
      stored.posts = stored.posts.filter(({ isArchived }) => isArchived);
      return next;
    }),
  );
  mock(createCapsule, ({ body }) =>
    change('create capsule', body, () => {
      const made = capsule({ ...body });
      stored.capsules = [made, ...stored.capsules];
      return made;
    }),
  );
  mock(updateCapsule, ({ id, body }) =>
    change(`update capsule ${id}`, body, () => changed(stored.capsules, id, body)),
  );
  mock(deleteCapsule, ({ id }) =>
    change(`delete capsule ${id}`, null, () => {
      stored.capsules = without(stored.capsules, id);
      stored.archives = stored.archives.map((archive) => ({ ...archive, capsuleId: null }));
      return { ok: true as const };
    }),
  );
  const view = renderApp(path);
  await screen.findByRole('heading', { level: 1, name: 'Archive' });
  const choose = async (menu: string, item: string) => {
    await view.user.click(await screen.findByRole('button', { name: menu }));
    await view.user.click(await screen.findByRole('menuitem', { name: item }));
  };
  return { ...view, calls, searches, choose };
}

describe('the archive', () => {
  it('ARC-001 ARC-002 links to the profile and the album', async () => {
    await open({});
    const sections = within(screen.getByRole('navigation', { name: 'Sections' }));
    expect(sections.getByRole('link', { name: 'PROFILE' })).toHaveAttribute('href', '/');
    expect(sections.getByRole('link', { name: 'ALBUM' })).toHaveAttribute('href', '/album');
  });

  it('ARC-003 denies access to visitors', async () => {
    renderWithLinks(<ArchivePage filters={{}} />);
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
    expect(screen.getByText('You need to be logged in to access your archive.')).toBeInTheDocument();
  });

  it('ARC-004 searches both lists and keeps the search in the address', async () => {
    const { user, searches } = await open({ archives: [profileArchive()] });
    await user.type(screen.getByRole('searchbox', { name: 'Search archive' }), 'moon ');
    await waitFor(() => expect(searches).toContain('archives q=moon&isHidden=false'));
    expect(searches).toContain('posts limit=20&q=moon');
    expect(searches.filter((one) => one.includes('q=mo&'))).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Clear Filters' }));
    expect(screen.getByRole('searchbox', { name: 'Search archive' })).toHaveValue('');
  });

  it('ARC-005 ARC-006 GAP-087 sorts, and filters by the tags of archived content', async () => {
    const { user, searches } = await open({ posts: [post({ isArchived: true, tags: ['moon'] })] });
    await screen.findByRole('article');
    await user.click(screen.getByRole('combobox', { name: 'Order' }));
    await user.click(screen.getByRole('option', { name: 'Oldest' }));
    await waitFor(() => expect(searches).toContain('posts limit=20&sort=oldest'));
    await user.click(screen.getByRole('combobox', { name: 'Tag' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'All tags',
      '#moon',
    ]);
    await user.click(screen.getByRole('option', { name: '#moon' }));
    await waitFor(() => expect(searches).toContain('posts limit=20&tag=moon&sort=oldest'));
  });

  it('ARC-007 shows the archives of a capsule and the posts that share a tag with it', async () => {
    const winter = capsule({ tags: ['moon'] });
    const { user } = await open({
      capsules: [winter],
      archives: [
        profileArchive({ title: 'Inside', capsuleId: winter.id }),
        profileArchive({ title: 'Outside' }),
      ],
      posts: [post({ title: 'Near', tags: ['moon'] }), post({ title: 'Far', tags: ['sea'] })],
    });
    await screen.findByText('Outside');
    await user.click(await screen.findByRole('button', { name: 'Winter plates 2' }));
    await waitFor(() => expect(screen.queryByText('Outside')).not.toBeInTheDocument());
    expect(screen.getByText('Inside')).toBeInTheDocument();
    expect(screen.getByText('Near')).toBeInTheDocument();
    expect(screen.queryByText('Far')).not.toBeInTheDocument();
  });

  it('ARC-016 PST-012 GAP-082 lists and restores archived posts', async () => {
    const { user, calls } = await open({ posts: [post({ title: 'Tides', isArchived: true })] });
    await user.click(await screen.findByRole('button', { name: 'Unarchive' }));
    expect(await screen.findByText('Post Restored')).toBeInTheDocument();
    expect(calls.map(([, body]) => body)).toEqual([{ isArchived: false }]);
    expect(screen.queryByText('Tides')).not.toBeInTheDocument();
  });
});

describe('a profile archive', () => {
  it('ARC-013 ARC-014 opens and closes', async () => {
    const { user } = await open({ archives: [profileArchive()] });
    const line = await screen.findByRole('button', { name: 'First shrine', expanded: false });
    await user.click(line);
    expect((await screen.findByText('old')).tagName).toBe('STRONG');
    await user.click(line);
    expect(screen.queryByText('old')).not.toBeInTheDocument();
  });

  it('ARC-017 ARC-018 has a menu for its owner only', async () => {
    const stranger = '0193a000-0000-7000-8000-000000000099';
    const { user } = await open({
      archives: [profileArchive(), profileArchive({ title: 'Not mine', userId: stranger })],
    });
    await screen.findByText('Not mine');
    expect(screen.queryByRole('button', { name: 'Menu of Not mine' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Menu of First shrine' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Compare',
      'Restore',
      'Show as “Then and now”',
      'Edit',
      'Hide',
      'Delete',
    ]);
  });

  it('ARC-019 can be edited and moved to a capsule', async () => {
    const winter = capsule();
    const archive = profileArchive();
    const { user, calls, choose } = await open({ archives: [archive], capsules: [winter] });
    await choose('Menu of First shrine', 'Edit');
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(dialog.getByLabelText('Title'));
    await user.type(dialog.getByLabelText('Title'), 'Spring');
    await user.type(dialog.getByLabelText('Tags'), '#Moon, sea');
    await user.click(dialog.getByRole('combobox', { name: 'Capsule' }));
    await user.click(screen.getByRole('option', { name: 'Winter plates' }));
    await user.click(dialog.getByRole('button', { name: 'Save archive' }));
    expect(await screen.findByText('Archive updated')).toBeInTheDocument();
    expect(calls).toEqual([
      [`update archive ${archive.id}`, { title: 'Spring', tags: ['moon', 'sea'], capsuleId: winter.id }],
    ]);
    expect(await screen.findByRole('button', { name: 'Spring' })).toBeInTheDocument();
  });

  it('ARC-020 can be hidden', async () => {
    const { calls, choose } = await open({ archives: [profileArchive()] });
    await choose('Menu of First shrine', 'Hide');
    expect(await screen.findByText('Archive hidden')).toBeInTheDocument();
    expect(calls.map(([, body]) => body)).toEqual([{ isHidden: true }]);
    expect(screen.queryByText('First shrine')).not.toBeInTheDocument();
  });

  it('ARC-021 ARC-022 is deleted after a confirmation', async () => {
    const { user, calls, choose } = await open({ archives: [profileArchive()] });
    await choose('Menu of First shrine', 'Delete');
    const ask = 'Are you sure you want to permanently delete this profile archive?';
    expect(await screen.findByText(ask)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(calls).toEqual([]);
    await choose('Menu of First shrine', 'Delete');
    await user.click(await screen.findByRole('button', { name: 'Delete archive' }));
    expect(await screen.findByText('Archive deleted')).toBeInTheDocument();
    expect(screen.getByText('Profile archive has been permanently deleted.')).toBeInTheDocument();
    expect(screen.queryByText('First shrine')).not.toBeInTheDocument();
  });

  it('ARC-023 ERR-007 reports a failed deletion', async () => {
    const { user, choose } = await open({ archives: [profileArchive()] }, '/archive', 404);
    await choose('Menu of First shrine', 'Delete');
    await user.click(await screen.findByRole('button', { name: 'Delete archive' }));
    expect(await screen.findByText('Delete failed')).toBeInTheDocument();
    expect(screen.getByText(REFUSED.message)).toBeInTheDocument();
  });
});

describe('capsules', () => {
  it('ARC-012 CAP-002 CAP-003 CAP-004 GAP-089 are created in a dialog with name, description and tags', async () => {
    const { user, calls } = await open({});
    await user.click(screen.getByRole('button', { name: 'New Capsule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New Capsule' }));
    await user.type(dialog.getByLabelText('Name'), 'Winter');
    await user.type(dialog.getByLabelText('Description'), 'Cold ones');
    await user.type(dialog.getByLabelText('Tags'), '#snow, ice');
    await user.click(dialog.getByRole('button', { name: 'Create capsule' }));
    expect(await screen.findByText('Capsule Created')).toBeInTheDocument();
    expect(screen.getByText('New project capsule initialized.')).toBeInTheDocument();
    expect(calls).toEqual([
      ['create capsule', { name: 'Winter', description: 'Cold ones', tags: ['snow', 'ice'] }],
    ]);
    expect(await screen.findByRole('button', { name: /^Winter/ })).toBeInTheDocument();
  });

  it('CAP-005 keep the entered text when creating fails', async () => {
    const { user } = await open({}, '/archive', 404);
    await user.click(screen.getByRole('button', { name: 'New Capsule' }));
    await user.type(await screen.findByLabelText('Name'), 'Winter');
    await user.click(screen.getByRole('button', { name: 'Create capsule' }));
    expect(await screen.findByText('Capsule Creation Failed')).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveValue('Winter');
  });

  it('ARC-008 ARC-009 ARC-010 ARC-011 have an edit mode and a delete mode, one at a time', async () => {
    const { user, choose } = await open({ capsules: [capsule()] });
    await choose('Capsule menu', 'Edit capsules');
    expect(screen.getByRole('button', { name: 'Rename Winter plates' })).toBeInTheDocument();
    await choose('Capsule menu', 'Delete capsules');
    expect(screen.queryByRole('button', { name: 'Stop Editing' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Rename Winter plates' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Stop Deleting' }));
    expect(screen.queryByRole('button', { name: 'Delete Winter plates' })).not.toBeInTheDocument();
    await choose('Capsule menu', 'Edit capsules');
    await user.click(screen.getByRole('button', { name: 'Stop Editing' }));
    expect(screen.getByRole('button', { name: /^Winter plates/ })).toBeInTheDocument();
  });

  it('CAP-006 CAP-007 CAP-008 CAP-009 are renamed inline: Enter saves, Escape cancels', async () => {
    const winter = capsule();
    const { user, calls, choose } = await open({ capsules: [winter] });
    await choose('Capsule menu', 'Edit capsules');
    await user.click(screen.getByRole('button', { name: 'Rename Winter plates' }));
    await user.type(screen.getByRole('textbox', { name: 'Capsule name' }), 'Other{Escape}');
    expect(calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Rename Winter plates' }));
    await user.clear(screen.getByRole('textbox', { name: 'Capsule name' }));
    await user.type(screen.getByRole('textbox', { name: 'Capsule name' }), 'Spring{Enter}');
    expect(await screen.findByText('Capsule updated')).toBeInTheDocument();
    expect(screen.getByText('Capsule name has been updated successfully.')).toBeInTheDocument();
    expect(calls).toEqual([[`update capsule ${winter.id}`, { name: 'Spring' }]]);
    expect(await screen.findByRole('button', { name: 'Rename Spring' })).toHaveFocus();
  });

  it('CAP-010 ERR-006 keep the entered name when saving fails', async () => {
    const { user, choose } = await open({ capsules: [capsule()] }, '/archive', 503);
    await choose('Capsule menu', 'Edit capsules');
    await user.click(screen.getByRole('button', { name: 'Rename Winter plates' }));
    await user.type(screen.getByRole('textbox', { name: 'Capsule name' }), '!{Enter}');
    expect(await screen.findByText('Update failed')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Capsule name' })).toBeInTheDocument();
  });

  it('CAP-011 CAP-013 CAP-014 are deleted without their contents', async () => {
    const winter = capsule();
    const { user, calls, choose } = await open({
      capsules: [winter],
      archives: [profileArchive({ capsuleId: winter.id })],
    });
    await screen.findByText('First shrine');
    await choose('Capsule menu', 'Delete capsules');
    await user.click(screen.getByRole('button', { name: 'Delete Winter plates' }));
    expect(
      await screen.findByText('Delete capsule "Winter plates"? Content will be preserved.'),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Delete capsule' }));
    expect(await screen.findByText('Capsule deleted')).toBeInTheDocument();
    expect(screen.getByText('Capsule has been deleted (content preserved).')).toBeInTheDocument();
    expect(calls).toEqual([[`delete capsule ${winter.id}`, null]]);
    expect(await screen.findByText('no capsule')).toBeInTheDocument();
    expect(screen.getByText('First shrine')).toBeInTheDocument();
  });

  it('CAP-015 ERR-007 report a failed deletion', async () => {
    const { user, choose } = await open({ capsules: [capsule()] }, '/archive', 404);
    await choose('Capsule menu', 'Delete capsules');
    await user.click(screen.getByRole('button', { name: 'Delete Winter plates' }));
    await user.click(await screen.findByRole('button', { name: 'Delete capsule' }));
    expect(await screen.findByText('Delete failed')).toBeInTheDocument();
  });
});
