import {
  createProfileArchive,
  getProfile,
  getShownSnapshot,
  listProfileArchives,
  type ProfileArchiveView,
  updateProfile,
  updateProfileArchive,
} from '@oniverse/contracts';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { profileArchive } from '../../../testing/archives.js';
import { setMedia } from '../../../testing/browser.js';
import { member, signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

const NOW_TEXT = '# Vesper\n\nI keep old clocks.';

/** Opens the archive of a member with this page. Returns the changes in order. */
async function open(archives: ProfileArchiveView[]) {
  const me = signIn({ profileMarkdown: NOW_TEXT });
  const calls: [string, unknown][] = [];
  mock(listProfileArchives, () => archives);
  mock(createProfileArchive, ({ body }) => {
    calls.push(['create archive', body]);
    return profileArchive({ title: 'Before' });
  });
  mock(updateProfileArchive, ({ body }) => {
    calls.push(['update archive', body]);
    return Object.assign(archives[0] ?? profileArchive(), body);
  });
  mock(updateProfile, ({ body }) => {
    calls.push(['update profile', body]);
    return { ...me, profileMarkdown: body?.profileMarkdown ?? '' };
  });
  const { user } = renderApp('/archive');
  await screen.findByRole('article', { name: archives[0]?.title ?? '' });
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: `Menu of ${archives[0]?.title}` }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  return { user, calls, choose, me };
}

const spring = () =>
  profileArchive({
    title: 'Spring',
    markdownContent: '# Vesper\n\nI keep maps.',
    createdAt: '2026-03-01T12:00:00Z',
  });

describe('comparing snapshots', () => {
  it('NXT-120 compares a snapshot with the page, moves by key, and with another snapshot', async () => {
    setMedia('(min-width: 901px)');
    const winter = profileArchive({
      title: 'Winter',
      markdownContent: '# Vesper\n\nI keep snow.',
      createdAt: '2025-12-01T12:00:00Z',
    });
    const { user, choose } = await open([spring(), winter]);
    await choose('Compare');
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare “Spring”' }));
    expect(dialog.getByText('maps').tagName).toBe('DEL');
    expect(dialog.getByText('old clocks').tagName).toBe('INS');
    expect(dialog.getByText('1 change')).toBeInTheDocument();
    await user.keyboard('n');
    expect(dialog.getByText('maps')).toHaveFocus();
    expect(dialog.getByText('Change 1 of 1')).toBeInTheDocument();
    await user.keyboard('n');
    expect(dialog.getByText('maps')).toHaveFocus();
    await user.click(dialog.getByRole('combobox', { name: 'With' }));
    await user.click(await screen.findByRole('option', { name: /^Winter/ }));
    // The earlier snapshot comes first.
    expect(dialog.getByText('snow').tagName).toBe('DEL');
    expect(dialog.getByText('maps').tagName).toBe('INS');
  });

  it('NXT-120 shows both texts in one column on a phone', async () => {
    setMedia();
    const { choose } = await open([spring()]);
    await choose('Compare');
    await screen.findByText('maps');
    expect(screen.getByText('maps').parentElement).toBe(screen.getByText('old clocks').parentElement);
  });
});

describe('restoring a snapshot', () => {
  it('NXT-121 saves the present text as a snapshot first', async () => {
    const { user, calls, choose } = await open([spring()]);
    await choose('Restore');
    await screen.findByRole('alertdialog', { name: 'Restore “Spring”' });
    expect(screen.getByRole('switch', { name: 'Save the present text as a snapshot first' })).toBeChecked();
    expect(screen.queryByText(/unsaved changes/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(calls).toEqual([
      ['create archive', { title: 'Before “Spring”' }],
      ['update profile', { profileMarkdown: '# Vesper\n\nI keep maps.' }],
    ]);
  });

  it('NXT-121 replaces nothing if the snapshot of the present text fails', async () => {
    const { user, calls, choose } = await open([spring()]);
    mock(createProfileArchive, () => Response.error());
    await choose('Restore');
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Archive Failed')).toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it('NXT-121 keeps unsaved changes as a draft, and says so', async () => {
    const key = `oni-profile-draft:${member().id}:x`;
    localStorage.setItem(key, JSON.stringify({ text: 'Half a thought', base: NOW_TEXT, at: 1 }));
    const { user, calls, choose } = await open([spring()]);
    await choose('Restore');
    expect(await screen.findByText(/They stay there as a draft/)).toBeInTheDocument();
    await user.click(screen.getByRole('switch', { name: /^Save the present text/ }));
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.[0]).toBe('update profile');
    expect(localStorage.getItem(key)).toContain('Half a thought');
  });
});

describe('then and now', () => {
  it('NXT-122 is chosen in the menu of a snapshot', async () => {
    const { calls, choose } = await open([spring()]);
    await choose('Show as “Then and now”');
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.[1]).toEqual({ isShownPublicly: true });
    expect(await screen.findByText('then and now')).toBeInTheDocument();
  });

  it('NXT-122 shows both texts on the public page', async () => {
    mock(getProfile, {
      ...member({ username: 'juno_9', profileMarkdown: 'I keep clocks.' }),
      hasFeed: false,
      thenAt: '2026-03-01T12:00:00Z',
    });
    mock(getShownSnapshot, {
      userId: member().id,
      markdownContent: 'I kept maps.',
      createdAt: '2026-03-01T12:00:00Z',
    });
    const { user } = renderApp('/u/juno_9');
    await user.click(await screen.findByRole('button', { name: /^Then and now/ }));
    expect(
      within(await screen.findByRole('region', { name: 'Then' })).getByText('I kept maps.'),
    ).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Now' })).getByText('I keep clocks.')).toBeVisible();
    expect(screen.getAllByText('1 March 2026')).toHaveLength(2);
  });
});
