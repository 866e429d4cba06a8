import { describe, expect, it } from '@jest/globals';
import {
  getAttention,
  getCurrentUser,
  listFormerUsernames,
  releaseFormerUsername,
  updateProfile,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { storedDeviceToken, storeDeviceToken } from '../../../session/device-token.js';
import { problem } from '../../../testing/call-handler.js';
import { member, signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp, renderWithLinks } from '../../../testing/render.js';
import SettingsPage from './settings-page.js';

async function openSettings(path = '/settings', given: Parameters<typeof signIn>[0] = {}) {
  signIn(given);
  const view = renderApp(path);
  await screen.findByRole('heading', { level: 1, name: 'Oni Settings' });
  return view;
}

describe('SettingsPage', () => {
  it('SET-001 SET-004 SET-005 SAF-033 TLK-111 has a title, four tabs, Notifications and Privacy, with Profile open', async () => {
    await openSettings();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Profile',
      'Appearance',
      'Security',
      'Notifications',
      'Hidden',
      'Privacy',
    ]);
    expect(screen.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
    await waitFor(() => expect(document.title).toBe('Oni Settings, Oniverse'));
  });

  it('SET-002 denies access to visitors', async () => {
    renderWithLinks(<SettingsPage search={{}} />);
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
    expect(screen.getByText('You need to be logged in to access settings.')).toBeInTheDocument();
    expect(screen.queryByRole('tab')).not.toBeInTheDocument();
  });

  it('SET-003 shows that it is loading', async () => {
    mock(getCurrentUser, () => new Promise<never>(() => {}));
    renderWithLinks(<SettingsPage search={{}} />);
    expect(await screen.findByText('Loading settings')).toBeInTheDocument();
  });

  it('opens the tab named in the URL', async () => {
    const { user } = await openSettings('/settings?tab=appearance');
    expect(screen.getByRole('tab', { name: 'Appearance' })).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    expect(await screen.findByLabelText('Oni ID')).toBeInTheDocument();
  });
});

describe('unsaved changes', () => {
  const typeName = async (user: Awaited<ReturnType<typeof openSettings>>['user']) => {
    await user.clear(screen.getByLabelText('Oni name'));
    await user.type(screen.getByLabelText('Oni name'), 'Vega');
  };

  it('survive switching tabs', async () => {
    const { user } = await openSettings();
    await typeName(user);
    await user.click(screen.getByRole('tab', { name: 'Appearance' }));
    await user.click(await screen.findByRole('radio', { name: '90s Computer' }));
    await user.click(screen.getByRole('tab', { name: 'Security' }));
    await user.type(await screen.findByLabelText('New password'), 'Longer-pass1!');
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    expect(await screen.findByLabelText('Oni name')).toHaveValue('Vega');
    await user.click(screen.getByRole('tab', { name: 'Appearance' }));
    expect(await screen.findByRole('radio', { name: '90s Computer' })).toBeChecked();
    await user.click(screen.getByRole('tab', { name: 'Security' }));
    expect(await screen.findByLabelText('New password')).toHaveValue('Longer-pass1!');
  });

  it.each([
    ['a name', 'profile'],
    ['a theme', 'appearance'],
    ['a new password', 'security'],
  ])('is not lost to another page without a question: %s', async (_what, tab) => {
    const { user, address } = await openSettings(`/settings?tab=${tab}`);
    if (tab === 'profile') await typeName(user);
    if (tab === 'appearance') await user.click(screen.getByRole('radio', { name: '90s Computer' }));
    if (tab === 'security') await user.type(screen.getByLabelText('New password'), 'Longer-pass1!');
    await user.click(screen.getByRole('link', { name: 'Star Fuel' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(address()).toMatch(/^\/settings/u);
    await user.click(await screen.findByRole('link', { name: 'Star Fuel' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/fund'));
  });

  it('need no confirmation once saved', async () => {
    const { user, address } = await openSettings();
    mock(updateProfile, member({ displayName: 'Vega' }));
    await typeName(user);
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('Profile Updated')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Star Fuel' }));
    await waitFor(() => expect(address()).toBe('/fund'));
  });
});

describe('ProfileTab', () => {
  it('SET-006 SET-007 SET-012 SET-014 saves Oni ID and Oni name, trimmed', async () => {
    storeDeviceToken('vesper', 'token');
    const { user } = await openSettings();
    const requests = mock(updateProfile, member({ username: 'vega', displayName: 'Vega' }));
    await user.clear(screen.getByLabelText('Oni ID'));
    await user.type(screen.getByLabelText('Oni ID'), ' vega ');
    await user.clear(screen.getByLabelText('Oni name'));
    await user.type(screen.getByLabelText('Oni name'), '  Vega  ');
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('Profile Updated')).toBeInTheDocument();
    expect(screen.getByText('Your Oni ID and Oni name have been updated.')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ username: 'vega', displayName: 'Vega' }]);
    expect(screen.getByLabelText('Oni ID')).toHaveValue('vega');
    expect([storedDeviceToken('vesper'), storedDeviceToken('vega')]).toEqual([undefined, 'token']);
  });

  it('NXT-462 has pushes, mail and quiet hours in Notifications', async () => {
    mock(getAttention, { servers: [], channels: [] });
    await openSettings('/settings?tab=notifications');
    expect(await screen.findByRole('checkbox', { name: 'Push mentions' })).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Mail mentions' })).toBeInTheDocument();
    expect(screen.getByRole('switch', { name: 'Keep quiet at night' })).toBeInTheDocument();
  });

  it('SET-008 SET-009 NXT-462 shows the email as read-only', async () => {
    await openSettings();
    expect(screen.getByLabelText('Email')).toHaveValue('vesper@example.org');
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
    expect(screen.getByText('Contact support to modify')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'or change it in Security' })).toHaveAttribute(
      'href',
      '/settings?tab=security',
    );
  });

  it('NXT-424 takes a former Oni ID back, and lets one go after a question', async () => {
    const held = ['vega', 'orion'].map((username) => ({ username, heldUntil: '2027-01-05T12:00:00.000Z' }));
    const lists = mock(listFormerUsernames, held);
    const { user } = await openSettings();
    const list = within(await screen.findByRole('list', { name: 'Former Oni IDs' }));
    expect(list.getAllByText('Kept for you until 5 January 2027')).toHaveLength(2);
    const changes = mock(updateProfile, member({ username: 'vega' }));
    await user.click(list.getByRole('button', { name: 'Take back @vega' }));
    await waitFor(() => expect(screen.getByLabelText('Oni ID')).toHaveValue('vega'));
    expect(changes.map(({ body }) => body)).toEqual([{ username: 'vega' }]);
    await waitFor(() => expect(lists.length).toBeGreaterThan(1));

    const released = mock(releaseFormerUsername, { ok: true });
    mock(listFormerUsernames, []);
    await user.click(list.getByRole('button', { name: 'Let go of @orion' }));
    expect(await screen.findByText('Links to it stop working, and anyone can take it.')).toBeInTheDocument();
    expect(released).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Let go' }));
    expect(await screen.findByText('Oni ID let go')).toBeInTheDocument();
    expect(released).toMatchObject([{ username: 'orion' }]);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Former Oni IDs' })).toBeNull());
  });

  it('SET-011 rejects a blank Oni ID without sending anything', async () => {
    const { user } = await openSettings();
    const requests = mock(updateProfile, member());
    await user.clear(screen.getByLabelText('Oni ID'));
    await user.type(screen.getByLabelText('Oni ID'), '  ');
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('Invalid Input')).toBeInTheDocument();
    expect(screen.getAllByText('Oni ID cannot be empty.').length).toBeGreaterThan(0);
    expect(requests).toEqual([]);
  });

  it('SET-013 omits a blank Oni name', async () => {
    const { user } = await openSettings();
    const requests = mock(updateProfile, member());
    await user.clear(screen.getByLabelText('Oni name'));
    await user.type(screen.getByLabelText('Oni name'), '  ');
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ username: 'vesper' }]));
  });

  it('SET-015 ERR-005 shows why saving failed and keeps the typed values', async () => {
    const { user } = await openSettings();
    mock(updateProfile, () => problem('username_taken', 'That Oni ID is taken.'));
    await user.clear(screen.getByLabelText('Oni ID'));
    await user.type(screen.getByLabelText('Oni ID'), 'vega');
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('Update Failed')).toBeInTheDocument();
    expect(screen.getByText('That Oni ID is taken.')).toBeInTheDocument();
    expect(screen.getByLabelText('Oni ID')).toHaveValue('vega');
  });

  it('asks for the access key of a reserved Oni ID and sends it only with that Oni ID', async () => {
    const { user } = await openSettings();
    const requests = mock(updateProfile, () => problem('username_reserved', 'This ONI_ID is reserved.'));
    const save = () => user.click(screen.getByRole('button', { name: 'Save profile' }));
    const rename = async (name: string) => {
      await user.clear(screen.getByLabelText('Oni ID'));
      await user.type(screen.getByLabelText('Oni ID'), name);
    };
    await rename('admin');
    await save();
    expect(await screen.findByText('This ONI_ID is reserved.')).toBeInTheDocument();
    expect(screen.queryByLabelText('Access key')).not.toBeInTheDocument();
    await rename('vega');
    await save();
    await waitFor(() => expect(screen.getByLabelText('Access key')).toHaveFocus());
    await user.type(screen.getByLabelText('Access key'), 'Wrong@123');
    await save();
    expect(await screen.findByText(/does not match the reservation/)).toBeInTheDocument();
    await rename('orion');
    expect(screen.queryByLabelText('Access key')).not.toBeInTheDocument();
    await save();
    await waitFor(() => expect(requests).toHaveLength(4));
    expect(requests.map(({ body }) => body)).toEqual([
      { username: 'admin', displayName: 'Vesper Lund' },
      { username: 'vega', displayName: 'Vesper Lund' },
      { username: 'vega', accessKey: 'Wrong@123', displayName: 'Vesper Lund' },
      { username: 'orion', displayName: 'Vesper Lund' },
    ]);
    await rename('vega');
    await save();
    await user.clear(await screen.findByLabelText('Access key'));
    await user.type(screen.getByLabelText('Access key'), 'Night@1ngale');
    mock(updateProfile, member({ username: 'vega' }));
    await save();
    expect(await screen.findByText('Profile Updated')).toBeInTheDocument();
    expect(screen.queryByLabelText('Access key')).not.toBeInTheDocument();
  });

  it('hides the profile at once and shows it again if saving fails', async () => {
    const { user } = await openSettings();
    const requests = mock(updateProfile, () => problem('unavailable'));
    const shown = screen.getByRole('switch', { name: 'Public profile' });
    expect(shown).toBeChecked();
    await user.click(shown);
    expect(await screen.findByText('Update Failed')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ isPublic: false }]);
    expect(shown).toBeChecked();
    mock(updateProfile, member({ isPublic: false }));
    await user.click(shown);
    expect(await screen.findByText('Profile hidden')).toBeInTheDocument();
    expect(shown).not.toBeChecked();
  });

  it('NXT-100 opens posts to visitors, which is off by default', async () => {
    const { user } = await openSettings();
    const visible = screen.getByRole('switch', { name: 'Visible to visitors' });
    expect(visible).not.toBeChecked();
    const requests = mock(updateProfile, member({ isVisibleToVisitors: true }));
    await user.click(visible);
    expect(await screen.findByText('Your public posts are open to everyone.')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ isVisibleToVisitors: true }]);
    expect(visible).toBeChecked();
    expect(screen.getByRole('switch', { name: 'Feeds' })).toBeChecked();
  });

  it('TLK-320 switches previews of links off, which are on by default', async () => {
    const { user } = await openSettings('/settings?tab=appearance');
    const previews = screen.getByRole('switch', { name: 'Link previews' });
    expect(previews).toBeChecked();
    const requests = mock(updateProfile, member({ showsLinkPreviews: false }));
    await user.click(previews);
    expect(await screen.findByText('Link previews off')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ showsLinkPreviews: false }]);
    expect(previews).not.toBeChecked();
  });

  it('NXT-111 saves the addresses of other pages, and names an address that is refused', async () => {
    const { user } = await openSettings();
    const field = screen.getByLabelText('Your other pages');
    const save = screen.getByRole('button', { name: 'Save pages' });
    const message = 'An address starts with https:// and can have up to 200 characters.';
    mock(updateProfile, () =>
      Response.json(
        { code: 'validation_failed', message, fields: { profileLinks: message } },
        { status: 400 },
      ),
    );
    await user.type(field, 'vesper.example');
    await user.click(save);
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(message)));
    const profileLinks = ['https://vesper.example', 'https://notes.example/v'];
    const requests = mock(updateProfile, member({ profileLinks }));
    await user.clear(field);
    await user.type(field, ` ${profileLinks.join('\n\n')}\n`);
    await user.click(save);
    expect(await screen.findByText('Pages saved')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ profileLinks }]);
  });
});

describe('AppearanceTab', () => {
  it('SET-016 sets the site theme', async () => {
    const { user } = await openSettings('/settings?tab=appearance');
    await user.click(screen.getByRole('radio', { name: 'Light' }));
    expect(document.documentElement.dataset['mode']).toBe('light');
    await user.click(screen.getByRole('radio', { name: 'System' }));
    expect(localStorage.getItem('oni-theme')).toBe('system');
  });

  it('SET-017 SET-018 SET-019 GAP-068 saves the profile theme, and its mode for themes other than the main one', async () => {
    const { user } = await openSettings('/settings?tab=appearance');
    const saved = member({ profileTheme: '90s-computer', profileThemeMode: 'light' });
    const requests = mock(updateProfile, saved);
    expect(screen.queryByRole('radiogroup', { name: 'Profile theme mode' })).not.toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Main Theme (Cyberpunk)' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: '90s Computer' }));
    expect(screen.getByRole('radiogroup', { name: 'Profile theme mode' })).toBeInTheDocument();
    const [, light] = screen.getAllByRole('radio', { name: 'Light' });
    if (!light) throw new Error('There is no light mode to choose.');
    await user.click(light);
    await user.click(screen.getByRole('button', { name: 'Save appearance' }));
    expect(await screen.findByText('Profile Updated')).toBeInTheDocument();
    expect(screen.getByText('Your profile theme has been updated.')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([
      { profileTheme: '90s-computer', profileThemeMode: 'light' },
    ]);
  });
});

describe('who may write to the member', () => {
  it('TLK-452 shows what the member has read only if they choose so', async () => {
    const { user } = await openSettings('/settings?tab=privacy');
    const changes = mock(updateProfile, ({ body }) => member({ ...body }));
    const choice = await screen.findByRole('switch', { name: 'Show what I have read' });
    expect(choice).not.toBeChecked();
    await user.click(choice);
    await screen.findByText('Shown');
    expect(changes.map(({ body }) => body)).toEqual([{ showsSeenMarks: true }]);
  });

  it('TLK-446 is asked on Privacy, with a sentence for each choice, and saved at once', async () => {
    const { user } = await openSettings('/settings?tab=privacy');
    const changes = mock(updateProfile, ({ body }) => member({ ...body, firstMessagesFrom: 'related' }));
    const choices = within(await screen.findByRole('group', { name: 'Who may write to you' }));
    expect(choices.getAllByRole('radio').map((choice) => choice.parentElement?.textContent)).toEqual([
      expect.stringMatching(/^Everyone.+\.$/u),
      expect.stringMatching(/^Members with a line or a dimension in common.+\.$/u),
      expect.stringMatching(/^Nobody.+\.$/u),
    ]);
    expect(choices.getByRole('radio', { name: /^Everyone/u })).toBeChecked();
    await user.click(choices.getByRole('radio', { name: /^Members with/u }));
    await screen.findByText('Saved');
    expect(changes.map(({ body }) => body)).toEqual([{ firstMessagesFrom: 'related' }]);
    expect(choices.getByRole('radio', { name: /^Members with/u })).toBeChecked();
  });

  it('TLK-446 stays as it was when it could not be saved', async () => {
    const { user } = await openSettings('/settings?tab=privacy');
    mock(updateProfile, () => problem('internal_error'));
    await user.click(await screen.findByRole('radio', { name: /^Nobody/u }));
    await screen.findByText('Update Failed');
    expect(screen.getByRole('radio', { name: /^Everyone/u })).toBeChecked();
  });
});
