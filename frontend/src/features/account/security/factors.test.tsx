import { describe, expect, it, jest } from '@jest/globals';
import {
  type AccountSecurity,
  addPasskey,
  confirmTotp,
  disableTotp,
  makeRecoveryCodes,
  removePasskey,
  renamePasskey,
  startPasskey,
  startTotp,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { mock } from '../../../testing/mock.js';
import { openSecurity } from '../../../testing/open-security.js';
import { fakePasskeys } from '../../../testing/passkeys.js';
import { passkey } from '../../../testing/security.js';

const CODES = Array.from({ length: 10 }, (_, place) => `7KQM-2F9${place}`);
const SINCE = '2026-03-09T12:00:00.000Z';
const region = (name: string) => within(screen.getByRole('region', { name }));

describe('Passkeys', () => {
  const CREATION = {
    challenge: 'c'.repeat(43),
    options: {
      challenge: 'q83vEg',
      rp: { id: 'localhost', name: 'Oniverse' },
      user: { id: 'AQID', name: 'vesper', displayName: 'Vesper Lund' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    },
  };

  async function openForm(given: Partial<AccountSecurity> = {}) {
    const { create } = fakePasskeys();
    const view = await openSecurity(given);
    mock(startPasskey, CREATION);
    await view.user.click(region('Passkeys').getByRole('button', { name: 'Add a passkey' }));
    return {
      ...view,
      create,
      submit: () => view.user.click(screen.getByRole('button', { name: 'Create passkey' })),
    };
  }

  it('ACC-147 ACC-150 are added under a suggested name, and the first brings recovery codes', async () => {
    const { user, account, submit } = await openForm();
    const name = screen.getByLabelText('Name of the passkey');
    expect(name).toHaveFocus();
    expect(name).not.toHaveValue('');
    const added = passkey({ name: 'Desk' });
    const requests = mock(addPasskey, () => {
      account.passkeys = [added];
      account.recoveryCodesLeft = 10;
      return { passkey: added, recoveryCodes: CODES };
    });
    await user.clear(name);
    await user.type(name, ' Desk ');
    await submit();
    const list = await screen.findByRole('list', { name: 'Your recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(CODES);
    expect(list).toHaveFocus();
    expect(requests.map(({ body }) => body)).toEqual([
      {
        challenge: CREATION.challenge,
        name: 'Desk',
        passkey: expect.objectContaining({ id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key' }),
      },
    ]);
    expect(await region('Passkeys').findByText('Desk')).toBeInTheDocument();
    expect(region('Passkeys').getByText(/^added (today|yesterday), never used$/)).toBeInTheDocument();
    expect(region('Recovery codes').getByText('10 of 10 left')).toBeInTheDocument();
  });

  it('ACC-148 treats a cancelled request as none', async () => {
    const { create, submit } = await openForm();
    create.mockRejectedValueOnce(new DOMException('Not allowed.', 'NotAllowedError'));
    await submit();
    expect(await screen.findByText('Nothing was added.')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.queryByText('Passkey not added')).not.toBeInTheDocument();
  });

  it('ACC-148 says that the device already has one', async () => {
    const { create, submit } = await openForm();
    create.mockRejectedValueOnce(new DOMException('Excluded.', 'InvalidStateError'));
    await submit();
    expect(await screen.findByText('Passkey not added')).toBeInTheDocument();
    expect(screen.getAllByText('This device already has a passkey of your account.')).toHaveLength(2);
  });

  it('ACC-148 says that the browser does not support them', async () => {
    await openSecurity();
    expect(region('Passkeys').getByText('This browser does not support passkeys.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument();
  });

  it('ACC-148 says on which domain they work', async () => {
    fakePasskeys();
    await openSecurity({ passkeyDomain: 'oniverse.example' });
    expect(region('Passkeys').getByText(/^Passkeys work only on oniverse.example/)).toBeInTheDocument();
  });

  it('ACC-147 are renamed in place', async () => {
    const { user, account } = await openSecurity({ passkeys: [passkey({ isSynced: true })] });
    expect(region('Passkeys').getByText(/^added (today|yesterday), never used, synced$/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Rename Laptop' }));
    const field = screen.getByLabelText('New name of Laptop');
    expect(field).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Rename Laptop' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Rename Laptop' }));
    mock(renamePasskey, ({ id, body }) => {
      account.passkeys = [passkey({ id, ...body })];
      return { ok: true };
    });
    await user.clear(screen.getByLabelText('New name of Laptop'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Give the passkey a name.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('New name of Laptop'), 'Old laptop{Enter}');
    expect(await screen.findByRole('button', { name: 'Rename Old laptop' })).toHaveFocus();
  });

  it('ACC-147 are removed after a question that names the consequence', async () => {
    const { user, account } = await openSecurity({ passkeys: [passkey()], recoveryCodesLeft: 10 });
    mock(removePasskey, ({ id }) => {
      account.passkeys = account.passkeys.filter((one) => one.id !== id);
      return { ok: true };
    });
    await user.click(screen.getByRole('button', { name: 'Remove Laptop' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove “Laptop”' }));
    expect(dialog.getByText(/^It is your only second factor/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Remove passkey' }));
    expect(await screen.findByText('Passkey removed')).toBeInTheDocument();
    expect(await region('Passkeys').findByText(/^No passkey yet/)).toBeInTheDocument();
  });
});

describe('AuthenticatorApp', () => {
  const SETUP = {
    secret: 'JBSWY3DPEHPK3PXPKRSXG5DJ',
    uri: 'otpauth://totp/Oniverse:vesper?secret=JBSWY3DPEHPK3PXPKRSXG5DJ&issuer=Oniverse',
  };
  const app = () => region('Authenticator app');

  it('ACC-149 ACC-150 is set up by QR code or key, and turned on with its first code', async () => {
    const { user, account } = await openSecurity();
    mock(startTotp, SETUP);
    await user.click(app().getByRole('button', { name: 'Set up an app' }));
    expect(await app().findByRole('img', { name: 'QR code for your authenticator app' })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/svg\+xml,/),
    );
    expect(app().getByText('JBSW Y3DP EHPK 3PXP KRSX G5DJ')).toBeInTheDocument();
    const code = app().getByLabelText('Six-digit code');
    expect(code).toHaveFocus();
    expect(app().getByRole('button', { name: 'Turn on' })).toBeDisabled();
    const message = 'This code is not right. Codes change every 30 seconds.';
    mock(confirmTotp, () => problem('invalid_code', message));
    await user.type(code, '419203');
    await user.click(app().getByRole('button', { name: 'Turn on' }));
    await waitFor(() => expect(code).toHaveAccessibleDescription(message));
    const requests = mock(confirmTotp, () => {
      account.totpSince = SINCE;
      account.recoveryCodesLeft = 10;
      return { ok: true, recoveryCodes: CODES };
    });
    await user.clear(code);
    await user.type(code, '203419{Enter}');
    expect(await app().findByText(/^On since 9 March/)).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ code: '203419' }]);
    expect(await screen.findByRole('list', { name: 'Your recovery codes' })).toHaveFocus();
  });

  it('ACC-149 is not turned on when the setup is cancelled', async () => {
    const { user } = await openSecurity();
    mock(startTotp, SETUP);
    await user.click(app().getByRole('button', { name: 'Set up an app' }));
    await user.click(await app().findByRole('button', { name: 'Cancel' }));
    expect(app().getByRole('button', { name: 'Set up an app' })).toHaveFocus();
  });

  it('ACC-149 is turned off after a question', async () => {
    const { user, account } = await openSecurity({ totpSince: SINCE, passkeys: [passkey()] });
    mock(disableTotp, () => {
      account.totpSince = null;
      return { ok: true };
    });
    await user.click(app().getByRole('button', { name: 'Turn off' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/Your passkeys stay\.$/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Turn off app' }));
    expect(await app().findByRole('button', { name: 'Set up an app' })).toBeInTheDocument();
  });

  it('ACC-149 is not offered by a site without a key for its secrets', async () => {
    await openSecurity({ canUseTotp: false });
    expect(app().getByText(/turn them on with ACCOUNT_KEY/)).toBeInTheDocument();
    expect(app().queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('RecoveryCodes', () => {
  const codes = () => region('Recovery codes');

  it('ACC-150 come with the first factor', async () => {
    await openSecurity();
    expect(codes().getByText(/^Once you have a passkey or an authenticator app/)).toBeInTheDocument();
    expect(codes().queryByRole('button')).not.toBeInTheDocument();
    expect(codes().queryByText(/of 10 left$/u)).not.toBeInTheDocument();
  });

  it('ACC-150 are replaced after a question, shown once, downloaded and copied', async () => {
    const { user, account } = await openSecurity({ totpSince: SINCE, recoveryCodesLeft: 2 });
    expect(codes().getByText('2 of 10 left')).toBeInTheDocument();
    expect(codes().getByText(/Make new ones before you need the last\.$/)).toBeInTheDocument();
    await user.click(codes().getByRole('button', { name: 'Make ten new codes' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('The 2 codes that you have left stop working.')).toBeInTheDocument();
    mock(makeRecoveryCodes, () => {
      account.recoveryCodesLeft = 10;
      return { codes: CODES };
    });
    await user.click(dialog.getByRole('button', { name: 'Make new codes' }));
    expect(await screen.findByRole('list', { name: 'Your recovery codes' })).toBeInTheDocument();
    const file = codes().getByRole('link', { name: 'Download' });
    expect(file).toHaveAttribute('download', 'oniverse-recovery-codes.txt');
    expect(decodeURIComponent(file.getAttribute('href') ?? '')).toContain(CODES.join('\n'));
    const write = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(codes().getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Codes copied')).toBeInTheDocument();
    expect(write.mock.calls).toEqual([[CODES.join('\n')]]);
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    await user.click(screen.getByRole('tab', { name: 'Security' }));
    expect(await screen.findByText(CODES[0] ?? '')).toBeInTheDocument();
  });
});
