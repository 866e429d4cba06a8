import { describe, expect, it } from '@jest/globals';
import { type CurrentUser, getCurrentUser, updateProfile } from '@oniverse/contracts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { SESSION_KEY } from '../../../session/session.js';
import { problem } from '../../../testing/call-handler.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp, renderWithQueries } from '../../../testing/render.js';
import { deleteProfileDraft, storeProfileDraft, readProfileDraft } from './use-save-profile.js';
import { ProfilePage } from './profile-page.js';

const TEXT = '# The small hours\n\nKeeper of small hours. #Night_walks #maps';
const findButton = (name: string) => screen.findByRole('button', { name });
const findTextArea = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Profile markdown' });
const findToast = (text: string) => screen.findByText(text);

function openProfile(given: Partial<CurrentUser> = {}) {
  const user = signIn({ profileMarkdown: TEXT, ...given });
  return { member: user, ...renderApp('/profile') };
}

/** @returns the request bodies */
function acceptSaves(user: CurrentUser): unknown[] {
  const bodies: unknown[] = [];
  mock(updateProfile, ({ body }) => {
    bodies.push(body);
    return { ...user, profileMarkdown: body?.profileMarkdown ?? '' };
  });
  return bodies;
}

async function editText(user: UserEvent, text: string): Promise<void> {
  await user.click(await findButton('EDIT_PROFILE'));
  fireEvent.change(await findTextArea(), { target: { value: text } });
}

describe('a tag to add', () => {
  it('NXT-315 opens the editor with the tag inserted and selected, once', async () => {
    const user = signIn({ profileMarkdown: TEXT });
    renderApp('/profile?add=Lighthouses');
    const area = await findTextArea();
    expect(area).toHaveValue(`${TEXT}\n\n#lighthouses`);
    await waitFor(() => expect(area).toHaveFocus());
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('#lighthouses');
    expect(readProfileDraft(user.id)?.base).toBe(TEXT);
  });

  it('NXT-315 changes nothing for a tag that the profile has', async () => {
    signIn({ profileMarkdown: TEXT });
    renderApp('/profile?add=maps');
    await findButton('EDIT_PROFILE');
    expect(screen.queryByRole('textbox', { name: 'Profile markdown' })).not.toBeInTheDocument();
  });
});

describe('ProfilePage without a session', () => {
  const openPage = () => {
    const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
    renderWithQueries(
      <RouterContextProvider router={router}>
        <ProfilePage />
      </RouterContextProvider>,
    );
  };

  it('PRF-001 GAP-007 asks the visitor to log in', async () => {
    openPage();
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
    expect(screen.getByText('You need to be logged in to access your profile.')).toBeInTheDocument();
  });

  it('PRF-002 shows a loading text', async () => {
    mock(getCurrentUser, () => new Promise<never>(() => {}));
    openPage();
    expect(await screen.findByText(/Loading neural pattern/u)).toBeInTheDocument();
  });
});

describe('ProfilePage while reading', () => {
  it('PRF-003 PRF-004 PRF-005 shows names and online status in the bar', async () => {
    openProfile();
    expect(await screen.findByRole('heading', { level: 1, name: 'Vesper Lund @vesper' })).toBeInTheDocument();
    expect(within(screen.getByRole('main')).getByText('ONLINE')).toBeInTheDocument();
  });

  it('PRF-004 shows the handle if there is no display name', async () => {
    openProfile({ displayName: null });
    expect(await screen.findByRole('heading', { level: 1, name: '@vesper' })).toBeInTheDocument();
  });

  it('PRF-006 PRF-007 links to archive and album', async () => {
    openProfile();
    expect(await screen.findByRole('link', { name: 'ARCHIVE' })).toHaveAttribute('href', '/archive');
    expect(screen.getByRole('link', { name: 'ALBUM' })).toHaveAttribute('href', '/album');
  });

  it('PRF-010 PRF-026 shows the text and its hashtags as badges', async () => {
    const { container } = openProfile();
    expect(await screen.findByRole('heading', { name: 'The small hours' })).toBeInTheDocument();
    await waitFor(() => {
      const chips = Array.from(
        container.querySelectorAll('.profile__tags .chip'),
        (chip) => chip.textContent,
      );
      expect(chips).toEqual(['#night_walks', '#maps']);
    });
  });

  it('PRF-011 PRF-012 invites the member to write an empty page', async () => {
    openProfile({ profileMarkdown: '' });
    expect(await screen.findByText('Click anywhere to start writing')).toBeInTheDocument();
    expect(screen.getByText('Create your digital shrine with markdown')).toBeInTheDocument();
  });

  it('PRF-013 GAP-061 starts editing on a click on the text, but not on a link', async () => {
    const { user } = openProfile({ profileMarkdown: 'Words. [a way](/fund)' });
    const link = await screen.findByRole('link', { name: 'a way' });
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(screen.getByText(/Words\./u));
    expect(await findTextArea()).toHaveValue('Words. [a way](/fund)');
  });

  it('PRF-030 applies the member’s theme', async () => {
    const { container } = openProfile({ profileTheme: '90s-computer', profileThemeMode: 'light' });
    await screen.findByRole('heading', { level: 1, name: /@vesper$/ });
    expect(
      container.querySelector('[data-theme="90s-computer"][data-mode="light"] .status-bar'),
    ).not.toBeNull();
  });
});

describe('DesktopIcons', () => {
  const findDesktopLinks = async () =>
    within(await screen.findByRole('navigation', { name: 'Desktop' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);

  it('PRF-030 link to other pages, with the navigation as menu bar', async () => {
    const { container } = openProfile({ profileTheme: '90s-computer', profileThemeMode: 'dark' });
    expect(await findDesktopLinks()).toEqual([
      ['Archive', '/archive'],
      ['Album', '/album'],
      ['Constellation', '/constellation'],
    ]);
    expect(container.querySelector('[data-theme="90s-computer"][data-mode="dark"] .nav')).not.toBeNull();
  });

  it('are hidden in other themes', async () => {
    const { container } = openProfile();
    await screen.findByRole('heading', { level: 1, name: /@vesper$/ });
    expect(screen.queryByRole('navigation', { name: 'Desktop' })).not.toBeInTheDocument();
    expect(container.querySelector('[data-theme="90s-computer"]')).toBeNull();
  });
});

describe('ProfilePage while editing', () => {
  it('PRF-008 PRF-014 PRF-015 PRF-016 PRF-027 opens the editor with EDIT_PROFILE', async () => {
    const { user, container } = openProfile();
    await user.click(await findButton('EDIT_PROFILE'));
    expect(await findTextArea()).toHaveValue(TEXT);
    expect(await findTextArea()).toHaveFocus();
    expect(screen.getByRole('region', { name: 'NEURAL_EDITOR.exe' })).toBeInTheDocument();
    expect(await findButton('SAVE_PROFILE')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'EDIT_PROFILE' })).not.toBeInTheDocument();
    expect(container.querySelector('.profile__tags')).toBeNull();
  });

  it('PRF-017 titles the editor Profile Editor in the 90s theme', async () => {
    const { user } = openProfile({ profileTheme: '90s-computer' });
    await user.click(await findButton('EDIT_PROFILE'));
    expect(await screen.findByRole('region', { name: 'Profile Editor' })).toBeInTheDocument();
  });

  it('PRF-018 PRF-031 shows a template for an empty text and has no length limit', async () => {
    const { user } = openProfile({ profileMarkdown: '' });
    await user.click(await findButton('EDIT_PROFILE'));
    const { placeholder, maxLength } = await findTextArea();
    expect(placeholder.match(/^## .*$/gmu)).toEqual([
      '## About',
      '## Badges',
      '## Interests',
      '## Current Projects',
      '## Status',
    ]);
    expect(maxLength).toBe(-1);
  });

  it('PRF-028 GAP-062 previews the rendered text', async () => {
    const { user } = openProfile();
    await editText(user, '## Another sky');
    const preview = within(screen.getByRole('region', { name: 'Preview' }));
    expect(await preview.findByRole('heading', { name: 'Another sky' })).toBeInTheDocument();
  });

  it('PRF-019 PRF-022 PRF-024 saves, confirms and shows the new text', async () => {
    const { user, member } = openProfile();
    const requests = acceptSaves(member);
    await editText(user, '# Daylight');
    await user.click(await findButton('SAVE_PROFILE'));
    expect(await findToast('Profile Updated')).toBeInTheDocument();
    expect(screen.getByText('Your neural pattern has been synchronized.')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Daylight' })).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(requests).toEqual([{ profileMarkdown: '# Daylight' }]);
    expect(readProfileDraft(member.id)).toBeUndefined();
  });

  it.each([
    ['PRF-020', 'Ctrl', { ctrlKey: true }],
    ['PRF-021', 'Cmd', { metaKey: true }],
  ])('%s saves on %s+S instead of the browser’s command', async (_row, _name, keys) => {
    const { user, member } = openProfile();
    const requests = acceptSaves(member);
    await editText(user, '# Daylight');
    expect(fireEvent.keyDown(await findTextArea(), { key: 's', ...keys })).toBe(false);
    expect(await findToast('Profile Updated')).toBeInTheDocument();
    expect(requests).toEqual([{ profileMarkdown: '# Daylight' }]);
    // Outside the editor, the browser's command stays available.
    expect(fireEvent.keyDown(document.body, { key: 's', ...keys })).toBe(true);
  });

  it('PRF-023 PRF-025 ERR-005 keeps the text after a failed save and shows why', async () => {
    const { user } = openProfile();
    mock(updateProfile, () =>
      problem('validation_failed', 'A profile text can have up to 200,000 characters.'),
    );
    await editText(user, '# Too much');
    await user.click(await findButton('SAVE_PROFILE'));
    expect(await findToast('Update Failed')).toBeInTheDocument();
    expect(screen.getByText('A profile text can have up to 200,000 characters.')).toBeInTheDocument();
    expect(await findTextArea()).toHaveValue('# Too much');
  });
});

describe('profile drafts', () => {
  it('survive a reload until they are discarded', async () => {
    const { user, member, unmount } = openProfile();
    await editText(user, '# Begun');
    unmount();
    const again = renderApp('/profile');
    expect(await findTextArea()).toHaveValue('# Begun');
    expect(screen.getByText('Your unsaved draft is open.')).toBeInTheDocument();
    await again.user.click(await findButton('Discard'));
    await again.user.click(await findButton('Discard changes'));
    expect(await screen.findByRole('heading', { name: 'The small hours' })).toBeInTheDocument();
    expect(readProfileDraft(member.id)).toBeUndefined();
  });

  it('need a decision if the page was saved elsewhere after they were started', async () => {
    const id = '0193a000-0000-7000-8000-000000000001';
    storeProfileDraft(id, { text: '# Mine ![Uploading a...](uploading-1)', base: '# Older' });
    const { user } = openProfile();
    await user.click(await findButton('Open the draft'));
    expect(await findTextArea()).toHaveValue('# Mine ');
  });

  it('can be deleted instead', async () => {
    const id = '0193a000-0000-7000-8000-000000000001';
    storeProfileDraft(id, { text: '# Mine', base: '# Older' });
    const { user } = openProfile();
    await user.click(await findButton('Delete the draft'));
    expect(screen.queryByRole('button', { name: 'Open the draft' })).not.toBeInTheDocument();
    expect(readProfileDraft(id)).toBeUndefined();
  });

  it('show a notice when the page is saved elsewhere during editing', async () => {
    const { user, member, queryClient } = openProfile();
    await editText(user, '# Mine');
    queryClient.setQueryData(SESSION_KEY, { ...member, profileMarkdown: '# Theirs' });
    expect(
      await screen.findByText(/The page was saved elsewhere while you were editing\. Saving/u),
    ).toBeInTheDocument();
    expect(await findTextArea()).toHaveValue('# Mine');
  });

  it('do not overwrite another tab’s save, and can be merged with it', async () => {
    const { user, member } = openProfile();
    const requests = acceptSaves(member);
    await editText(user, '# Mine');
    mock(getCurrentUser, { ...member, profileMarkdown: '# Theirs' });
    await user.click(await findButton('SAVE_PROFILE'));
    expect(await findToast('Update Failed')).toBeInTheDocument();
    expect(screen.getByText(/Nothing is lost: both versions are kept\./u)).toBeInTheDocument();
    expect(requests).toEqual([]);
    expect(await findTextArea()).toHaveValue('# Mine');
    await user.click(await findButton('Add that version below mine'));
    const both = '# Mine\n\n--- saved elsewhere ---\n\n# Theirs';
    expect(await findTextArea()).toHaveValue(both);
    expect(screen.queryByText(/Saving now replaces that version/u)).not.toBeInTheDocument();
    await user.click(await findButton('SAVE_PROFILE'));
    await waitFor(() => expect(requests).toEqual([{ profileMarkdown: both }]));
  });

  it('overwrite another tab’s save after a notice', async () => {
    const { user, member } = openProfile();
    const requests = acceptSaves(member);
    await editText(user, '# Mine');
    mock(getCurrentUser, { ...member, profileMarkdown: '# Theirs' });
    await user.click(await findButton('SAVE_PROFILE'));
    expect(
      await screen.findByText(/The page was saved elsewhere while you were editing\. Saving/u),
    ).toBeInTheDocument();
    await user.click(await findButton('SAVE_PROFILE'));
    await waitFor(() => expect(requests).toEqual([{ profileMarkdown: '# Mine' }]));
  });

  it('belong to a tab; a tab without a draft opens the latest of another', async () => {
    const id = '0193a000-0000-7000-8000-000000000001';
    storeProfileDraft(id, { text: '# Here', base: '' });
    sessionStorage.clear();
    storeProfileDraft(id, { text: '# There', base: '' });
    expect(readProfileDraft(id)).toEqual({ text: '# There', base: '' });
    deleteProfileDraft(id);
    expect(readProfileDraft(id)).toEqual({ text: '# Here', base: '' });
    deleteProfileDraft(id);
    expect(readProfileDraft(id)).toEqual({ text: '# Here', base: '' });
    deleteProfileDraft(id, { text: '# Here', base: '' });
    expect(readProfileDraft(id)).toBeUndefined();
  });

  it('are kept when the network fails during a save, and saved by the next attempt', async () => {
    const { user, member } = openProfile();
    mock(updateProfile, () => Response.error());
    await editText(user, '# Mine');
    await user.click(await findButton('SAVE_PROFILE'));
    expect(await findToast('Update Failed')).toBeInTheDocument();
    expect(screen.getByText('The network did not answer. Try again in a moment.')).toBeInTheDocument();
    expect(await findTextArea()).toHaveValue('# Mine');
    expect(readProfileDraft(member.id)?.text).toBe('# Mine');
    const requests = acceptSaves(member);
    await user.click(await findButton('SAVE_PROFILE'));
    await waitFor(() => expect(requests).toEqual([{ profileMarkdown: '# Mine' }]));
  });

  it('GAP-060 asks for confirmation before leaving with unsaved changes', async () => {
    const { user, address } = openProfile();
    await editText(user, '# Begun');
    await user.click(screen.getByRole('link', { name: 'Star Fuel' }));
    await user.click(await findButton('Cancel'));
    expect(address()).toBe('/profile');
    expect(await findTextArea()).toHaveValue('# Begun');
    await user.click(screen.getByRole('link', { name: 'Star Fuel' }));
    await user.click(await findButton('Leave'));
    await waitFor(() => expect(address()).toBe('/fund'));
  });

  it('do not block leaving without changes', async () => {
    const { user, address } = openProfile();
    await user.click(await findButton('EDIT_PROFILE'));
    await user.click(screen.getByRole('link', { name: 'Star Fuel' }));
    await waitFor(() => expect(address()).toBe('/fund'));
  });
});
