import { describe, expect, it, jest } from '@jest/globals';
import {
  type AccountSecurity,
  changeEmail,
  changePassword,
  confirmIdentity,
  createExportAddress,
  lockChanges,
  startConfirmation,
} from '@oniverse/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { mock } from '../../../testing/mock.js';
import { openSecurity } from '../../../testing/open-security.js';
import { fakePasskeys } from '../../../testing/passkeys.js';
import { passkey } from '../../../testing/security.js';
import { setServerTime } from '../../../testing/server-time.js';

const LOCKED = 'Changes on this page are locked.';
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

/** Accepts every proof, for ten minutes. @returns the proofs */
function mockReauthentication(account: AccountSecurity): unknown[] {
  const bodies: unknown[] = [];
  mock(confirmIdentity, ({ body }) => {
    bodies.push(body);
    account.authenticatedUntil = inMinutes(10);
    // The session of these tests keeps its credential.
    return { until: account.authenticatedUntil, sessionId: 'known-session' };
  });
  return bodies;
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Confirm it is you' }));

describe('ConfirmationBar', () => {
  it('ACC-140 says since and until when changes are open', async () => {
    const until = new Date(2026, 2, 5, 21, 18);
    jest.useFakeTimers({ doNotFake: ['setTimeout', 'setInterval', 'queueMicrotask', 'nextTick'] });
    jest.setSystemTime(new Date(2026, 2, 5, 21, 10));
    await openSecurity({ authenticatedUntil: until.toISOString() });
    expect(
      screen.getByText('You confirmed it is you at 21:08. Changes on this page are open until 21:18.'),
    ).toBeInTheDocument();
  });

  it('ACC-140 locks at that time without a reload', async () => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'nextTick'] });
    await openSecurity({ authenticatedUntil: inMinutes(5) });
    expect(screen.queryByText(LOCKED)).not.toBeInTheDocument();
    act(() => jest.advanceTimersByTime(5 * 60_000));
    expect(await screen.findByText(LOCKED)).toBeInTheDocument();
  });

  it.each([-60, 60])('NXT-411 knows the time on a device that is %s minutes ahead', async (minutes) => {
    const now = Date.now() - minutes * 60_000;
    setServerTime(now);
    await openSecurity({ authenticatedUntil: new Date(now + 10 * 60_000).toISOString() });
    expect(screen.getByRole('button', { name: 'Lock now' })).toBeInTheDocument();
    cleanup();
    await openSecurity({ authenticatedUntil: new Date(now - 60_000).toISOString() });
    expect(screen.getByText(LOCKED)).toBeInTheDocument();
    setServerTime(Date.now());
  });

  it('ACC-140 locks at once when the member asks for it', async () => {
    const { user, account } = await openSecurity();
    mock(lockChanges, () => {
      account.authenticatedUntil = null;
      return { ok: true };
    });
    await user.click(screen.getByRole('button', { name: 'Lock now' }));
    expect(await screen.findByText(LOCKED)).toBeInTheDocument();
    const bodies = mockReauthentication(account);
    await user.click(screen.getByRole('button', { name: 'Confirm it is you' }));
    await user.type((await dialog()).getByLabelText('Password'), 'Night@1ngale{Enter}');
    expect(await screen.findByRole('button', { name: 'Lock now' })).toBeInTheDocument();
    expect(bodies).toEqual([{ password: 'Night@1ngale' }]);
  });
});

describe('a sensitive action', () => {
  it('ACC-141 asks first on a locked page, then runs without a second click', async () => {
    const { user, account } = await openSecurity({ authenticatedUntil: null });
    const proofs = mockReauthentication(account);
    const exports = mock(createExportAddress, {
      url: '/exports/one',
      expiresAt: inMinutes(10),
    });
    await user.click(screen.getByRole('button', { name: 'Prepare an export' }));
    const question = await dialog();
    expect(exports).toEqual([]);
    await user.type(question.getByLabelText('Password'), 'Night@1ngale');
    await user.click(question.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('link', { name: 'Download the export' })).toBeInTheDocument();
    expect(proofs).toEqual([{ password: 'Night@1ngale' }]);
    expect(exports).toHaveLength(1);
  });

  it('ACC-141 asks after a refusal, and shows the page as locked', async () => {
    const { user, account } = await openSecurity();
    let isFresh = false;
    mock(createExportAddress, () =>
      isFresh ? { url: '/exports/one', expiresAt: inMinutes(10) } : problem('reauthentication_required'),
    );
    await user.click(screen.getByRole('button', { name: 'Prepare an export' }));
    const question = await dialog();
    expect(screen.getByText(LOCKED)).toBeInTheDocument();
    isFresh = true;
    mockReauthentication(account);
    await user.type(question.getByLabelText('Password'), 'Night@1ngale{Enter}');
    expect(await screen.findByRole('link', { name: 'Download the export' })).toBeInTheDocument();
  });

  it('ACC-141 keeps what was typed when the member cancels, and reports no failure', async () => {
    const { user } = await openSecurity({ authenticatedUntil: null });
    const requests = mock(changeEmail, { ok: true });
    await user.click(screen.getByRole('button', { name: 'Change address' }));
    await user.type(screen.getByLabelText('New address'), 'vesper@lund.example{Enter}');
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('New address')).toHaveValue('vesper@lund.example');
    expect(screen.getByLabelText('New address')).toBeValid();
    expect(requests).toEqual([]);
    expect(await screen.findByRole('button', { name: 'Save address' })).toBeInTheDocument();
  });

  it('ACC-142 is confirmed by the password that was typed for it, if the account has no factors', async () => {
    const { user, account } = await openSecurity({ authenticatedUntil: null });
    const proofs = mockReauthentication(account);
    const requests = mock(changePassword, { ok: true, deviceToken: 'new-token' });
    await user.type(screen.getByLabelText('Current password'), 'Night@1ngale');
    await user.type(screen.getByLabelText('New password'), 'Moth&Lantern7');
    await user.type(screen.getByLabelText('Confirm new password'), 'Moth&Lantern7{Enter}');
    expect(await screen.findByText('Password Changed')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(proofs).toEqual([{ password: 'Night@1ngale' }]);
    expect(requests.map(({ body }) => body)).toEqual([
      { currentPassword: 'Night@1ngale', newPassword: 'Moth&Lantern7' },
    ]);
  });
});

describe('ConfirmIdentityDialog', () => {
  const open = async (given: Partial<AccountSecurity>) => {
    const view = await openSecurity({ authenticatedUntil: null, ...given });
    await view.user.click(screen.getByRole('button', { name: 'Confirm it is you' }));
    return { ...view, question: await dialog() };
  };

  it('ACC-142 asks for the code of the authenticator app, and shows what was wrong at its field', async () => {
    const { user, account, question } = await open({ totpSince: inMinutes(-100), recoveryCodesLeft: 10 });
    const message = 'This code is not right. Codes change every 30 seconds.';
    const refused = mock(confirmIdentity, () => problem('invalid_code', message));
    await user.click(question.getByRole('button', { name: 'Confirm' }));
    expect(await question.findByText('Enter your password.')).toBeInTheDocument();
    expect(question.getByText('Enter the six digits of your authenticator app.')).toBeInTheDocument();
    expect(refused).toEqual([]);
    await user.type(question.getByLabelText('Password'), 'Night@1ngale');
    const code = question.getByLabelText('Code of your authenticator app');
    await user.type(code, '419203');
    await user.click(question.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(code).toHaveAccessibleDescription(message));
    expect(code).toHaveFocus();
    const proofs = mockReauthentication(account);
    await user.click(question.getByRole('button', { name: 'Use a recovery code instead' }));
    await user.type(question.getByLabelText('Recovery code'), '7kqm-2f9x');
    await user.click(question.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(proofs).toEqual([{ password: 'Night@1ngale', recoveryCode: '7kqm-2f9x' }]));
    expect(await screen.findByRole('button', { name: 'Lock now' })).toBeInTheDocument();
  });

  it('ACC-142 takes a passkey', async () => {
    const { request } = fakePasskeys();
    const { user, account, question } = await open({ passkeys: [passkey()] });
    mock(startConfirmation, {
      challenge: 'c'.repeat(43),
      options: { challenge: 'q83vEg', rpId: 'localhost' },
    });
    const proofs = mockReauthentication(account);
    request.mockRejectedValueOnce(new DOMException('The operation timed out.', 'NotAllowedError'));
    await user.click(question.getByRole('button', { name: 'Use a passkey' }));
    expect(await question.findByText(/^No passkey answered/)).toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByRole('button', { name: 'Lock now' })).toBeInTheDocument();
    expect(proofs).toEqual([
      { challenge: 'c'.repeat(43), passkey: expect.objectContaining({ id: 'AQIDBA', type: 'public-key' }) },
    ]);
  });

  it('ACC-142 offers no passkey where the browser cannot use one', async () => {
    const { question } = await open({ passkeys: [passkey()], passkeyDomain: 'oniverse.example' });
    expect(question.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument();
    expect(question.getByLabelText('Recovery code')).toBeInTheDocument();
  });
});
