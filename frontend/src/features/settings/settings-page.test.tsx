import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { storedDeviceToken, storeDeviceToken } from '../../session/device-token.js';
import { mockEndpoint } from '../../testing/endpoint.js';
import { member, signIn } from '../../testing/members.js';
import { renderApp, renderWithLinks } from '../../testing/render.js';
import { server } from '../../testing/server.js';
import { SettingsPage } from './settings-page.js';

const PROBLEM = { statusCode: 409, code: 'username_taken', message: 'That Oni ID is taken.' };

async function openSettings(path = '/settings', given: Parameters<typeof signIn>[0] = {}) {
  signIn(given);
  server.use(http.get('/api/auth/sessions', () => HttpResponse.json([])));
  const view = renderApp(path);
  await screen.findByRole('heading', { level: 1, name: 'Oni Settings' });
  return view;
}

describe('SettingsPage', () => {
  it('SET-001 SET-004 SET-005 has a title and four tabs, with Profile open', async () => {
    await openSettings();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Profile',
      'Appearance',
      'Security',
      'Hidden',
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
    server.use(http.get('/api/auth/me', () => new Promise<never>(() => {})));
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
    mockEndpoint('patch', '/api/users/profile', member({ displayName: 'Vega' }));
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
    const bodies = mockEndpoint(
      'patch',
      '/api/users/profile',
      member({ username: 'vega', displayName: 'Vega' }),
    );
    await user.clear(screen.getByLabelText('Oni ID'));
    await user.type(screen.getByLabelText('Oni ID'), ' vega ');
    await user.clear(screen.getByLabelText('Oni name'));
    await user.type(screen.getByLabelText('Oni name'), '  Vega  ');
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('Profile Updated')).toBeInTheDocument();
    expect(screen.getByText('Your Oni ID and Oni name have been updated.')).toBeInTheDocument();
    expect(bodies).toEqual([{ username: 'vega', displayName: 'Vega' }]);
    expect(screen.getByLabelText('Oni ID')).toHaveValue('vega');
    expect([storedDeviceToken('vesper'), storedDeviceToken('vega')]).toEqual([undefined, 'token']);
  });

  it('SET-008 SET-009 shows the email as read-only', async () => {
    await openSettings();
    expect(screen.getByLabelText('Email')).toHaveValue('vesper@example.org');
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
    expect(screen.getByText('Contact support to modify')).toBeInTheDocument();
  });

  it('SET-011 rejects a blank Oni ID without sending anything', async () => {
    const { user } = await openSettings();
    const bodies = mockEndpoint('patch', '/api/users/profile', member());
    await user.clear(screen.getByLabelText('Oni ID'));
    await user.type(screen.getByLabelText('Oni ID'), '  ');
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('Invalid Input')).toBeInTheDocument();
    expect(screen.getAllByText('Oni ID cannot be empty.').length).toBeGreaterThan(0);
    expect(bodies).toEqual([]);
  });

  it('SET-013 omits a blank Oni name', async () => {
    const { user } = await openSettings();
    const bodies = mockEndpoint('patch', '/api/users/profile', member());
    await user.clear(screen.getByLabelText('Oni name'));
    await user.type(screen.getByLabelText('Oni name'), '  ');
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    await waitFor(() => expect(bodies).toEqual([{ username: 'vesper' }]));
  });

  it('SET-015 ERR-005 shows why saving failed and keeps the typed values', async () => {
    const { user } = await openSettings();
    mockEndpoint('patch', '/api/users/profile', PROBLEM, 409);
    await user.clear(screen.getByLabelText('Oni ID'));
    await user.type(screen.getByLabelText('Oni ID'), 'vega');
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('Update Failed')).toBeInTheDocument();
    expect(screen.getByText('That Oni ID is taken.')).toBeInTheDocument();
    expect(screen.getByLabelText('Oni ID')).toHaveValue('vega');
  });

  it('asks for the access key of a reserved Oni ID and sends it only with that Oni ID', async () => {
    const { user } = await openSettings();
    const reserved = { statusCode: 409, code: 'username_reserved', message: 'This ONI_ID is reserved.' };
    const bodies = mockEndpoint('patch', '/api/users/profile', reserved, 409);
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
    await waitFor(() => expect(bodies).toHaveLength(4));
    expect(bodies).toEqual([
      { username: 'admin', displayName: 'Vesper Lund' },
      { username: 'vega', displayName: 'Vesper Lund' },
      { username: 'vega', accessKey: 'Wrong@123', displayName: 'Vesper Lund' },
      { username: 'orion', displayName: 'Vesper Lund' },
    ]);
    await rename('vega');
    await save();
    await user.clear(await screen.findByLabelText('Access key'));
    await user.type(screen.getByLabelText('Access key'), 'Night@1ngale');
    mockEndpoint('patch', '/api/users/profile', member({ username: 'vega' }));
    await save();
    expect(await screen.findByText('Profile Updated')).toBeInTheDocument();
    expect(screen.queryByLabelText('Access key')).not.toBeInTheDocument();
  });

  it('hides the profile at once and shows it again if saving fails', async () => {
    const { user } = await openSettings();
    const bodies = mockEndpoint('patch', '/api/users/profile', { ...PROBLEM, statusCode: 503 }, 503);
    const shown = screen.getByRole('switch', { name: 'Public profile' });
    expect(shown).toBeChecked();
    await user.click(shown);
    expect(await screen.findByText('Update Failed')).toBeInTheDocument();
    expect(bodies).toEqual([{ isPublic: false }]);
    expect(shown).toBeChecked();
    mockEndpoint('patch', '/api/users/profile', member({ isPublic: false }));
    await user.click(shown);
    expect(await screen.findByText('Profile hidden')).toBeInTheDocument();
    expect(shown).not.toBeChecked();
  });

  it('NXT-100 opens posts to visitors, which is off by default', async () => {
    const { user } = await openSettings();
    const visible = screen.getByRole('switch', { name: 'Visible to visitors' });
    expect(visible).not.toBeChecked();
    const bodies = mockEndpoint('patch', '/api/users/profile', member({ isVisibleToVisitors: true }));
    await user.click(visible);
    expect(await screen.findByText('Your public posts are open to everyone.')).toBeInTheDocument();
    expect(bodies).toEqual([{ isVisibleToVisitors: true }]);
    expect(visible).toBeChecked();
    expect(screen.getByRole('switch', { name: 'Feeds' })).toBeChecked();
  });

  it('NXT-111 saves the addresses of other pages, and names an address that is refused', async () => {
    const { user } = await openSettings();
    const field = screen.getByLabelText('Your other pages');
    const save = screen.getByRole('button', { name: 'Save pages' });
    const message = 'An address starts with https:// and can have up to 200 characters.';
    mockEndpoint(
      'patch',
      '/api/users/profile',
      { ...PROBLEM, message, fields: { profileLinks: message } },
      400,
    );
    await user.type(field, 'vesper.example');
    await user.click(save);
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(message)));
    const profileLinks = ['https://vesper.example', 'https://notes.example/v'];
    const bodies = mockEndpoint('patch', '/api/users/profile', member({ profileLinks }));
    await user.clear(field);
    await user.type(field, ` ${profileLinks.join('\n\n')}\n`);
    await user.click(save);
    expect(await screen.findByText('Pages saved')).toBeInTheDocument();
    expect(bodies).toEqual([{ profileLinks }]);
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
    const bodies = mockEndpoint('patch', '/api/users/profile', saved);
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
    expect(bodies).toEqual([{ profileTheme: '90s-computer', profileThemeMode: 'light' }]);
  });
});

describe('SecurityTab', () => {
  async function changePassword(current: string, next: string, confirm: string, status = 200) {
    const { user } = await openSettings('/settings?tab=security');
    const answer =
      status === 200
        ? { ok: true, deviceToken: 'new-token' }
        : { statusCode: 400, code: 'wrong_password', message: 'Current password is incorrect.' };
    const bodies = mockEndpoint('patch', '/api/auth/password', answer, status);
    if (current) await user.type(screen.getByLabelText('Current password'), current);
    if (next) await user.type(screen.getByLabelText('New password'), next);
    if (confirm) await user.type(screen.getByLabelText('Confirm new password'), confirm);
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    return bodies;
  }

  it.each([
    ['SET-021', '', 'Moth&Lantern7', 'Moth&Lantern7', 'Invalid Input', 'Please fill in all password fields.'],
    ['SET-021', 'old', '', '', 'Invalid Input', 'Please fill in all password fields.'],
    ['SET-022', 'old', 'Moth&Lantern7', 'moth&Lantern7', 'Password Mismatch', 'New passwords do not match.'],
    [
      'SET-023',
      'old',
      'Moth&L7',
      'Moth&L7',
      'Weak Password',
      'Error: password must be at least 8 characters long',
    ],
  ])('SET-020 SET-024 %s %j %j %j is refused here', async (_row, current, next, confirm, title, text) => {
    const bodies = await changePassword(current, next, confirm);
    expect(await screen.findByText(title)).toBeInTheDocument();
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(bodies).toEqual([]);
  });

  it('SET-023 SET-025 accepts eight characters and clears the form', async () => {
    const bodies = await changePassword('old', 'Moth&Ln7', 'Moth&Ln7');
    expect(await screen.findByText('Password Changed')).toBeInTheDocument();
    expect(screen.getByText('Your password has been updated successfully.')).toBeInTheDocument();
    expect(bodies).toEqual([{ currentPassword: 'old', newPassword: 'Moth&Ln7' }]);
    expect(screen.getByLabelText('New password')).toHaveValue('');
    expect(storedDeviceToken('vesper')).toBe('new-token');
  });

  it('SET-026 shows the server’s message and keeps the typed values', async () => {
    await changePassword('old', 'Moth&Lantern7', 'Moth&Lantern7', 400);
    expect(await screen.findByText('Password Change Failed')).toBeInTheDocument();
    expect(screen.getByLabelText('Current password')).toHaveValue('old');
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(
      /Current password is incorrect\./u,
    );
  });

  it('ACC-146 shows at the field why the server refuses a password', async () => {
    const { user } = await openSettings('/settings?tab=security');
    const refusal = { newPassword: 'This password is too common.' };
    mockEndpoint('patch', '/api/auth/password', { statusCode: 400, message: 'x', fields: refusal }, 400);
    await user.type(screen.getByLabelText('Current password'), 'old');
    await user.type(screen.getByLabelText('New password'), 'Password1!');
    await user.type(screen.getByLabelText('Confirm new password'), 'Password1!{Enter}');
    await waitFor(() => expect(screen.getByLabelText('New password')).toBeInvalid());
  });

  const offerMail = () =>
    server.use(http.get('/api/auth/options', () => HttpResponse.json({ canMail: true })));

  it('ACC-143 shows that the address is not verified, and sends the link again', async () => {
    offerMail();
    const sent = mockEndpoint('post', '/api/auth/email/verification', { ok: true }, 202);
    const { user } = await openSettings('/settings?tab=security');
    expect(await screen.findByText('not verified')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send the link again' }));
    expect(await screen.findByText('Link sent')).toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  it('ACC-143 asks for nothing once the address is verified', async () => {
    offerMail();
    await openSettings('/settings?tab=security', { emailVerifiedAt: '2026-11-20T21:14:00.000Z' });
    expect(await screen.findByText('verified')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send the link again' })).not.toBeInTheDocument();
  });

  it('ACC-143 says what it means that a site cannot send mail', async () => {
    await openSettings('/settings?tab=security');
    expect(await screen.findByText(/^This site cannot send mail/u)).toBeInTheDocument();
    expect(screen.queryByText('not verified')).not.toBeInTheDocument();
  });

  it('ACC-144 changes the address with the password, and shows a refusal at the field', async () => {
    const { user } = await openSettings('/settings?tab=security');
    await user.click(await screen.findByRole('button', { name: 'Change address' }));
    const email = screen.getByLabelText('New address');
    expect(email).toHaveFocus();
    mockEndpoint('put', '/api/auth/email', { ...PROBLEM, code: 'email_taken', message: 'Taken.' }, 409);
    await user.type(email, 'new@example.org');
    await user.type(screen.getByLabelText('Your password'), 'old{Enter}');
    await waitFor(() => expect(email).toHaveAccessibleDescription(/Taken\./u));
    const wrong = { statusCode: 400, code: 'wrong_password', message: 'Current password is incorrect.' };
    mockEndpoint('put', '/api/auth/email', wrong, 400);
    await user.click(screen.getByRole('button', { name: 'Save address' }));
    await waitFor(() => expect(screen.getByLabelText('Your password')).toBeInvalid());
    const bodies = mockEndpoint('put', '/api/auth/email', { ok: true });
    await user.click(screen.getByRole('button', { name: 'Save address' }));
    expect(await screen.findByText('Address changed')).toBeInTheDocument();
    expect(bodies).toEqual([{ email: 'new@example.org', password: 'old' }]);
    expect(screen.getByRole('button', { name: 'Change address' })).toHaveFocus();
  });

  it('ACC-145 explains why an account has no address, and offers to add one', async () => {
    await openSettings('/settings?tab=security', { email: null });
    expect(await screen.findByText('No address')).toBeInTheDocument();
    expect(await screen.findByText(/now belongs to the member/u)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add an address' })).toBeInTheDocument();
  });

  it('lists the sessions and ends another one', async () => {
    const session = (id: string, device: string, current: boolean) => ({
      id,
      device,
      current,
      createdAt: '2026-01-01T00:00:00.000Z',
      lastSeenAt: new Date().toISOString(),
      expiresAt: '2027-01-01T00:00:00.000Z',
    });
    let sessions = [
      session('one', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', true),
      session(
        'two',
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
        false,
      ),
    ];
    const { user } = await openSettings();
    server.use(
      http.get('/api/auth/sessions', () => HttpResponse.json(sessions)),
      http.delete('/api/auth/sessions/two', () => {
        sessions = sessions.slice(0, 1);
        return HttpResponse.json({ ok: true });
      }),
    );
    await user.click(screen.getByRole('tab', { name: 'Security' }));
    expect(await screen.findByText('Firefox on Linux')).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: /^End the session/ })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'End the session on Safari on iPhone' }));
    expect(await screen.findByText('Session ended')).toBeInTheDocument();
    expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument();
  });

  it('prepares an export with a one-time link', async () => {
    const { user } = await openSettings('/settings?tab=security');
    mockEndpoint('post', '/api/users/me/export', {
      url: '/exports/one',
      expiresAt: '2026-01-01T01:00:00.000Z',
    });
    await user.click(screen.getByRole('button', { name: 'Prepare an export' }));
    const link = await screen.findByRole('link', { name: 'Download the export' });
    expect(link).toHaveAttribute('href', '/exports/one');
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    expect(await screen.findByRole('button', { name: 'Prepare an export' })).toBeInTheDocument();
  });

  it('erases the account after the correct Oni ID and password', async () => {
    const { user } = await openSettings('/settings?tab=security');
    const wrong = { statusCode: 400, code: 'wrong_password', message: 'Current password is incorrect.' };
    const bodies = mockEndpoint('delete', '/api/users/me', wrong, 400);
    await user.click(screen.getByRole('button', { name: 'Erase my account' }));
    await user.type(screen.getByLabelText('Type vesper to confirm'), 'vespa');
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByLabelText('Password'), 'Night@1ngale');
    await user.click(screen.getByRole('button', { name: 'Erase permanently' }));
    expect(await screen.findByText('This is not your Oni ID.')).toBeInTheDocument();
    expect(bodies).toEqual([]);
    await user.clear(screen.getByLabelText('Type vesper to confirm'));
    await user.type(screen.getByLabelText('Type vesper to confirm'), 'vesper');
    await user.click(screen.getByRole('button', { name: 'Erase permanently' }));
    expect(await screen.findByText('Current password is incorrect.')).toBeInTheDocument();
    expect(bodies).toEqual([{ password: 'Night@1ngale' }]);
  });
});
