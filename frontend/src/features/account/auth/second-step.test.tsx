import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  logIn,
  type ProblemCode,
  type SecondFactor,
  sendSecondFactor,
  startPasskeySignIn,
} from '@oniverse/contracts';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { pageLoad } from '../../../session/page-end.js';
import { problem } from '../../../testing/call-handler.js';
import { signInAnswer } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { fakePasskeys } from '../../../testing/passkeys.js';
import { renderWithQueries } from '../../../testing/render.js';
import ToastView from '../../../ui/toast-view.js';
import { AuthPanel } from './auth-panel.js';
import { SCREEN_VARIANT } from './auth-variants.js';

const CHALLENGE = 'c'.repeat(43);

let loaded: jest.SpiedFunction<typeof pageLoad.assign>;
beforeEach(() => {
  loaded = jest.spyOn(pageLoad, 'assign').mockImplementation(() => undefined);
});

/** Enters a right password of an account with these factors. */
async function reach(factors: SecondFactor[], canUsePasskeys = false) {
  const challenge = { id: CHALLENGE, factors, expiresAt: new Date(Date.now() + 300_000).toISOString() };
  const required = { code: 'second_factor_required', message: 'Confirm with your second factor.', challenge };
  mock(logIn, () => Response.json({ statusCode: 401, ...required }, { status: 401 }));
  const view = renderWithQueries(
    <>
      <AuthPanel variant={SCREEN_VARIANT} />
      <ToastView />
    </>,
  );
  // What the site offers is known by the time that a member has typed.
  if (canUsePasskeys) await screen.findByRole('button', { name: 'Sign in with a passkey' });
  await view.user.type(screen.getByLabelText('ONI_ID'), 'vesper');
  await view.user.type(screen.getByLabelText('password'), 'Str0ng!key{Enter}');
  await screen.findByRole('heading', { name: 'One more step.' });
  return view;
}

const refuse = (code: ProblemCode, message: string) => mock(sendSecondFactor, () => problem(code, message));

/** @returns the received bodies */
function accept(): unknown[] {
  const bodies: unknown[] = [];
  mock(sendSecondFactor, ({ body }) => {
    bodies.push(body);
    return signInAnswer();
  });
  return bodies;
}

describe('the second step of a sign-in', () => {
  it('ACC-113 sends a code as soon as it is complete', async () => {
    const bodies = accept();
    const { user } = await reach(['totp', 'recovery-code']);
    expect(screen.queryByText('Login failed')).not.toBeInTheDocument();
    const code = screen.getByLabelText('Code of your authenticator app');
    expect(code).toHaveFocus();
    await user.type(code, '123456');
    await waitFor(() => expect(loaded).toHaveBeenCalledWith('/homepage'));
    expect(bodies).toEqual([{ challenge: CHALLENGE, code: '123456' }]);
    expect(localStorage.getItem('sessionId')).toBe('known-session');
  });

  it('ACC-114 says at the field that a code is wrong, and lets the member try another factor', async () => {
    refuse('invalid_code', 'This code is not right.');
    const { user } = await reach(['totp', 'recovery-code']);
    await user.type(screen.getByLabelText('Code of your authenticator app'), '000000');
    await waitFor(() =>
      expect(screen.getByLabelText('Code of your authenticator app')).toHaveAccessibleDescription(
        /This code is not right\./u,
      ),
    );
    const bodies = accept();
    await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
    expect(screen.getByLabelText('Recovery code')).toBeValid();
    await user.type(screen.getByLabelText('Recovery code'), '7KQM-2F9X{Enter}');
    await waitFor(() => expect(bodies).toEqual([{ challenge: CHALLENGE, recoveryCode: '7KQM-2F9X' }]));
  });

  it('ACC-114 leads back to the password when the sign-in took too long', async () => {
    refuse('challenge_expired', 'This sign-in has expired.');
    const { user } = await reach(['totp']);
    await user.type(screen.getByLabelText('Code of your authenticator app'), '123456');
    expect(await screen.findByText('This sign-in took too long or was already used.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Start again' }));
    expect(screen.getByLabelText('ONI_ID')).toHaveValue('vesper');
    expect(screen.getByLabelText('password')).toHaveValue('');
  });

  it('keeps the typed code when the network does not answer', async () => {
    mock(sendSecondFactor, () => HttpResponse.error());
    const { user } = await reach(['totp']);
    await user.type(screen.getByLabelText('Code of your authenticator app'), '123456');
    expect(await screen.findByText(/did not answer/u)).toBeInTheDocument();
    expect(screen.getByLabelText('Code of your authenticator app')).toHaveValue('123456');
    expect(screen.getByRole('button', { name: 'Confirm' })).toBeEnabled();
  });

  it('ACC-115 treats a cancelled passkey as none, and accepts it at the next attempt', async () => {
    const { request } = fakePasskeys();
    request.mockRejectedValueOnce(new DOMException('Not allowed.', 'NotAllowedError'));
    const asked = mock(startPasskeySignIn, {
      challenge: CHALLENGE,
      options: { challenge: 'q83vEg', rpId: 'localhost', allowCredentials: [] },
    });
    const bodies = accept();
    const { user } = await reach(['passkey', 'recovery-code'], true);
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText(/No passkey answered\./u)).toBeInTheDocument();
    expect(bodies).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(loaded).toHaveBeenCalledWith('/homepage'));
    expect(bodies).toEqual([
      { challenge: CHALLENGE, passkey: expect.objectContaining({ id: 'AQIDBA', type: 'public-key' }) },
    ]);
    expect(asked.map(({ body }) => body)).toEqual([{ challenge: CHALLENGE }, { challenge: CHALLENGE }]);
  });

  it('ACC-115 does not offer a passkey that this browser cannot use', async () => {
    await reach(['passkey', 'recovery-code']);
    expect(screen.queryByRole('button', { name: /passkey/u })).not.toBeInTheDocument();
    expect(screen.getByLabelText('Recovery code')).toBeInTheDocument();
  });
});
