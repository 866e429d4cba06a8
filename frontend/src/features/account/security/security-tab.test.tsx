import { describe, expect, it } from '@jest/globals';
import {
  type AccountSecurity,
  changeEmail,
  changePassword,
  createExportAddress,
  type CurrentUser,
  endOtherSessions,
  endSession,
  eraseAccount,
  getAccountSecurity,
  listSessions,
  sendEmailVerification,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { storedDeviceToken } from '../../../session/device-token.js';
import { problem } from '../../../testing/call-handler.js';
import { mock } from '../../../testing/mock.js';
import { openSecurity } from '../../../testing/open-security.js';
import { security, session } from '../../../testing/security.js';

describe('PasswordForm', () => {
  async function submit([current, next, confirm]: readonly [string, string, string], refusal?: Response) {
    const { user } = await openSecurity();
    const requests = mock(changePassword, () => refusal ?? { ok: true, deviceToken: 'new-token' });
    if (current) await user.type(screen.getByLabelText('Current password'), current);
    if (next) await user.type(screen.getByLabelText('New password'), next);
    if (confirm) await user.type(screen.getByLabelText('Confirm new password'), confirm);
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    return requests;
  }

  it.each([
    ['SET-021', '', 'secret', 'secret', 'Invalid Input', 'Please fill in all password fields.'],
    ['SET-021', 'old', '', '', 'Invalid Input', 'Please fill in all password fields.'],
    ['SET-022', 'old', 'Secret@1', 'Secret@2', 'Password Mismatch', 'New passwords do not match.'],
    [
      'SET-023',
      'old',
      'Five@55',
      'Five@55',
      'Weak Password',
      'Error: password must be at least 8 characters long',
    ],
    [
      'SET-023',
      'old',
      'eight888',
      'eight888',
      'Weak Password',
      'Error: password must include uppercase letter, lowercase letter, number, and special character (@$!%*?&)',
    ],
  ])('SET-020 SET-024 %s %j %j %j is refused here', async (_row, current, next, confirm, title, text) => {
    const requests = await submit([current, next, confirm]);
    expect(await screen.findByText(title)).toBeInTheDocument();
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(requests).toEqual([]);
  });

  it('SET-023 SET-025 accepts eight characters and clears the form', async () => {
    const requests = await submit(['old', 'Secret@1', 'Secret@1']);
    expect(await screen.findByText('Password Changed')).toBeInTheDocument();
    expect(screen.getByText('Your password has been updated successfully.')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ currentPassword: 'old', newPassword: 'Secret@1' }]);
    expect(screen.getByLabelText('New password')).toHaveValue('');
    expect(storedDeviceToken('vesper')).toBe('new-token');
  });

  it('SET-026 shows the server’s message and keeps the typed values', async () => {
    const message = 'Current password is incorrect.';
    await submit(['old', 'Secret@1', 'Secret@1'], problem('wrong_password', message));
    expect(await screen.findByText('Password Change Failed')).toBeInTheDocument();
    expect(screen.getByLabelText('Current password')).toHaveValue('old');
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus());
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(message);
  });

  it('ACC-146 shows at the field why the server refuses a password', async () => {
    const message = 'This is one of the most common passwords.';
    const refusal = { statusCode: 400, code: 'validation_failed', message, fields: { newPassword: message } };
    await submit(['old', 'Passw0rd!', 'Passw0rd!'], Response.json(refusal, { status: 400 }));
    expect(await screen.findByText('Password Change Failed')).toBeInTheDocument();
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(message);
    expect(screen.getAllByText(message)).toHaveLength(2);
  });
});

describe('Sessions', () => {
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
  const phone = session({ id: 'phone', device: IPHONE, address: '2001:db8:7::/48', current: false });

  it('ACC-151 shows browser, network and use of each session, that of the page first, and ends another one', async () => {
    let sessions = [phone, session()];
    const view = await openSecurity({}, {}, () => {
      mock(listSessions, () => sessions);
      mock(endSession, ({ id }) => {
        sessions = sessions.filter((one) => one.id !== id);
        return { ok: true };
      });
    });
    const region = within(screen.getByRole('region', { name: 'Sessions' }));
    await region.findByText('Firefox on Linux');
    const rows = region.getAllByRole('listitem').map(({ textContent }) => textContent);
    // An hour ago was yesterday just after midnight.
    expect(rows[0]).toMatch(/^Firefox on Linux203\.0\.113\.\*, since (today|yesterday)this session$/);
    expect(rows[1]).toMatch(/^Safari on iPhone2001:db8:7:\*, since (today|yesterday)1 minute ago/);
    expect(region.getAllByRole('button', { name: /^End session/ })).toHaveLength(1);
    await view.user.click(region.getByRole('button', { name: 'End session on Safari on iPhone' }));
    expect(await screen.findByText('Session ended')).toBeInTheDocument();
    expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'End all other sessions' })).not.toBeInTheDocument();
  });

  it('ACC-151 ends all other sessions after a question', async () => {
    const { user } = await openSecurity({}, {}, () => mock(listSessions, [session(), phone]));
    const requests = mock(endOtherSessions, { ok: true });
    await user.click(await screen.findByRole('button', { name: 'End all other sessions' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/^One other device is signed out/)).toBeInTheDocument();
    expect(requests).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'End sessions' }));
    expect(await screen.findByText('Sessions ended')).toBeInTheDocument();
    expect(requests).toHaveLength(1);
  });
});

describe('the data of the account', () => {
  it('is exported with a one-time link', async () => {
    const { user } = await openSecurity();
    mock(createExportAddress, {
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

  it('is erased after the correct Oni ID and password', async () => {
    const { user } = await openSecurity();
    const requests = mock(eraseAccount, () => problem('wrong_password', 'Current password is incorrect.'));
    await user.click(screen.getByRole('button', { name: 'Erase my account' }));
    await user.type(screen.getByLabelText('Type vesper to confirm'), 'vespa');
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByLabelText('Password'), 'Night@1ngale');
    await user.click(screen.getByRole('button', { name: 'Erase permanently' }));
    expect(await screen.findByText('This is not your Oni ID.')).toBeInTheDocument();
    expect(requests).toEqual([]);
    await user.clear(screen.getByLabelText('Type vesper to confirm'));
    await user.type(screen.getByLabelText('Type vesper to confirm'), 'vesper');
    await user.click(screen.getByRole('button', { name: 'Erase permanently' }));
    expect(await screen.findByText('Current password is incorrect.')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ password: 'Night@1ngale' }]);
  });
});

describe('Address', () => {
  const open = (state: Partial<AccountSecurity>, user: Partial<CurrentUser> = {}) =>
    openSecurity(state, user);
  const region = () => within(screen.getByRole('region', { name: 'E-mail address' }));

  it('ACC-143 says that the address is verified, and asks for nothing', async () => {
    await open({}, { emailVerifiedAt: '2026-03-09T12:00:00.000Z' });
    expect(region().getByText('vesper@example.org')).toBeInTheDocument();
    expect(region().getByText(/^verified on 9 March/)).toBeInTheDocument();
    expect(region().queryByRole('button', { name: 'Send the link again' })).not.toBeInTheDocument();
  });

  it('ACC-143 says where reset links go until the address is verified, and sends the link again', async () => {
    const { user } = await open({ recoveryEmail: 'old@example.org' });
    expect(region().getByText('not verified')).toBeInTheDocument();
    expect(region().getByText(/reset links go to old@example.org\.$/)).toBeInTheDocument();
    const requests = mock(sendEmailVerification, { ok: true });
    await user.click(region().getByRole('button', { name: 'Send the link again' }));
    expect(
      await screen.findByText('Open the mail to vesper@example.org within 24 hours.'),
    ).toBeInTheDocument();
    expect(requests).toHaveLength(1);
  });

  it('ACC-143 says what it means that a site cannot send mail', async () => {
    await open({ canMail: false, recoveryEmail: null });
    expect(region().getByText(/^This site cannot send mail/)).toBeInTheDocument();
    expect(region().queryByText('not verified')).not.toBeInTheDocument();
    expect(region().queryByRole('button', { name: 'Send the link again' })).not.toBeInTheDocument();
  });

  it('ACC-144 changes the address, and shows a refusal at the field', async () => {
    const { user } = await open({});
    const message = 'This email is already registered.';
    mock(changeEmail, () => problem('email_taken', message));
    await user.click(region().getByRole('button', { name: 'Change address' }));
    const field = region().getByLabelText('New address');
    expect(field).toHaveFocus();
    await user.type(field, 'vesper@lund.example{Enter}');
    await waitFor(() => expect(field).toHaveAccessibleDescription(message));
    const requests = mock(changeEmail, { ok: true });
    await user.click(region().getByRole('button', { name: 'Save address' }));
    expect(await screen.findByText('Address changed')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ email: 'vesper@lund.example' }]);
    expect(region().getByRole('button', { name: 'Change address' })).toHaveFocus();
  });

  it('ACC-145 explains why an account has no address, and lets the member add one', async () => {
    const { user } = await open({ recoveryEmail: null }, { email: null });
    expect(region().getByText('No address')).toBeInTheDocument();
    expect(region().getByText(/now belongs to the member who proved that it is theirs/)).toBeInTheDocument();
    await user.click(region().getByRole('button', { name: 'Add an address' }));
    expect(region().getByLabelText('New address')).toHaveFocus();
  });
});

describe('SecurityTab', () => {
  it('ACC-157 offers a retry when the settings do not load, and keeps what does not need them', async () => {
    let isBroken = true;
    const { user } = await openSecurity({}, {}, () =>
      mock(getAccountSecurity, () => (isBroken ? problem('unavailable') : security())),
    );
    expect(await screen.findByText('Your security settings could not be loaded.')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Passkeys' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Change password' })).toBeInTheDocument();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Passkeys' })).toBeInTheDocument();
  });
});
