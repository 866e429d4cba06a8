import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  type AccountLink,
  checkLink,
  confirmSignIn,
  endDigest,
  getSignInOptions,
  type LinkCheckBody,
  type LinkPurpose,
  type ProblemCode,
  registerAccount,
  requestPasswordReset,
  resetPassword,
  undoEmailChange,
  verifyEmail,
} from '@oniverse/contracts';
import { screen, waitFor } from '@testing-library/react';
import { pageLoad } from '../../../session/page-end.js';
import { problem } from '../../../testing/call-handler.js';
import { signIn, signInAnswer } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp, type RenderedApp } from '../../../testing/render.js';

const TOKEN = 't'.repeat(43);
const ADDRESS = 'vesper@example.org';

let loaded: jest.SpiedFunction<typeof pageLoad.assign>;
beforeEach(() => {
  loaded = jest.spyOn(pageLoad, 'assign').mockImplementation(() => undefined);
});

/** Opens a link that works, unless an answer was mocked for its check. */
function open(
  purpose: LinkPurpose,
  given: Partial<AccountLink> = {},
): RenderedApp & { requests: readonly { body: LinkCheckBody | null }[] } {
  const requests = mock(checkLink, {
    purpose,
    username: 'vesper',
    email: ADDRESS,
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
    ...given,
  });
  return { ...visit(purpose), requests };
}

function visit(purpose: LinkPurpose): RenderedApp {
  // The client reads the token from the address bar, which the router's memory history does not change.
  window.history.replaceState(null, '', `/link/${purpose}#${TOKEN}`);
  return renderApp(`/link/${purpose}`);
}

const refuseCheck = (code: ProblemCode) => mock(checkLink, () => problem(code, 'No.'));
const heading = (name: string) => screen.findByRole('heading', { name });
const offerMail = () =>
  mock(getSignInOptions, { canMail: true, passkeyDomain: 'localhost', registration: 'open' });

describe('the page of a link', () => {
  it('ACC-110 ACC-112 uses the link only at the press of its button, and then drops the token', async () => {
    signIn();
    const used = mock(verifyEmail, { ok: true });
    const { user, requests } = open('verify-email');
    await heading('Is this your address?');
    expect(screen.getByText(`Confirm that ${ADDRESS} belongs to your account vesper.`)).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ purpose: 'verify-email', token: TOKEN }]);
    expect(window.location.hash).toBe('');
    expect(used).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Verify this address' }));
    await heading('Verified.');
    expect(used.map(({ body }) => body)).toEqual([{ token: TOKEN }]);
    expect(sessionStorage.getItem('oni-link:verify-email')).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to your homepage' })).toHaveAttribute('href', '/homepage');
  });

  it('ACC-110 asks a visitor to sign in before an address is verified, and keeps the link', async () => {
    open('verify-email');
    expect(await screen.findByText(/Sign in as vesper first\./u)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Verify this address' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth');
    expect(sessionStorage.getItem('oni-link:verify-email')).toBe(TOKEN);
  });

  it.each([
    ['expired', 'link_expired'],
    ['mangled', 'validation_failed'],
  ] as const)('ACC-112 says that an %s link no longer works', async (_kind, code) => {
    refuseCheck(code);
    visit('undo-email');
    await heading('This link no longer works.');
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeInTheDocument();
  });

  it('ACC-112 offers a new reset link where the site can mail', async () => {
    offerMail();
    refuseCheck('link_expired');
    visit('reset-password');
    expect(await screen.findByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
      'href',
      '/auth/reset',
    );
  });

  it('ACC-112 checks a link again on request after a network error', async () => {
    mock(checkLink, () => Response.error());
    const { user } = visit('undo-email');
    await heading('The link could not be checked.');
    mock(checkLink, {
      purpose: 'undo-email',
      username: 'vesper',
      email: ADDRESS,
      expiresAt: new Date().toISOString(),
    });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await heading('Bring this address back?');
  });

  it('ACC-116 says why a link was not accepted, and stays usable', async () => {
    mock(undoEmailChange, () => problem('rate_limited', 'Too many attempts. Wait a moment.'));
    const { user } = open('undo-email');
    await heading('Bring this address back?');
    await user.click(screen.getByRole('button', { name: 'Undo the change' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. Wait a moment.');
    expect(screen.getByRole('button', { name: 'Undo the change' })).toBeEnabled();
  });

  it('ACC-116 leads to the sign-in if the undone change ended this session', async () => {
    signIn();
    mock(undoEmailChange, { ok: true });
    const { user } = open('undo-email');
    await heading('Bring this address back?');
    await user.click(screen.getByRole('button', { name: 'Undo the change' }));
    await waitFor(() => expect(loaded).toHaveBeenCalledWith('/auth'));
    expect(localStorage.getItem('sessionId')).toBeNull();
    expect(sessionStorage.getItem('oni-toast')).toContain('It is your address again.');
  });

  it('ACC-191 answers the mail about a sign-in with "This was me", which ends no session', async () => {
    signIn();
    const requests = mock(confirmSignIn, { ok: true });
    const { user } = open('disown-sign-in');
    await user.click(await screen.findByRole('button', { name: 'This was me' }));
    await heading('Noted.');
    expect(requests).toMatchObject([{ body: { token: TOKEN } }]);
    expect(loaded).not.toHaveBeenCalled();
  });

  it('ACC-021 ends the digest without a session', async () => {
    const used = mock(endDigest, { ok: true });
    const { user } = open('unsubscribe');
    await heading('No more digests?');
    await user.click(screen.getByRole('button', { name: 'End the digest' }));
    await heading('The digest has ended.');
    expect(used.map(({ token }) => token)).toEqual([TOKEN]);
  });

  it('ACC-117 registers with the address of a claim, which cannot be edited', async () => {
    const requests = mock(registerAccount, () => signInAnswer());
    const { user } = open('claim-email', { username: null });
    await heading('Take your place.');
    const email = screen.getByLabelText('email');
    expect(email).toHaveValue(ADDRESS);
    expect(email).toHaveAttribute('readonly');
    await user.type(screen.getByLabelText('ONI_ID'), 'owner');
    await user.type(screen.getByLabelText('password'), 'Moth&Lantern7{Enter}');
    await waitFor(() => expect(loaded).toHaveBeenCalledWith('/homepage'));
    expect(requests.map(({ body }) => body)).toEqual([
      { username: 'owner', email: ADDRESS, password: 'Moth&Lantern7', claimToken: TOKEN },
    ]);
  });
});

describe('a new password by a link', () => {
  const field = () => screen.findByLabelText('New password', { selector: 'input' });
  const submit = async (user: RenderedApp['user'], text: string) => {
    await user.type(await field(), `${text}{Enter}`);
  };

  it('ACC-111 refuses what registration refuses before anything is sent', async () => {
    const sent = mock(resetPassword, () => problem('unavailable'));
    const { user } = open('reset-password');
    await submit(user, 'short');
    await waitFor(async () => expect(await field()).toBeInvalid());
    expect(sent).toEqual([]);
  });

  it('ACC-111 shows the reason of the server at the field', async () => {
    const fields = { newPassword: 'Too common.' };
    mock(resetPassword, () =>
      Response.json({ code: 'validation_failed', message: 'Too common.', fields }, { status: 400 }),
    );
    const { user } = open('reset-password');
    await submit(user, 'Password1!');
    await waitFor(async () => expect(await field()).toHaveAccessibleDescription(/Too common\./u));
    expect(loaded).not.toHaveBeenCalled();
  });

  it('ACC-111 leads to the sign-in, and stores the token of this device', async () => {
    const sent = mock(resetPassword, {
      ok: true,
      username: 'vesper',
      deviceToken: 'known-device',
    });
    const { user } = open('reset-password', { email: null });
    await submit(user, 'Moth&Lantern7');
    await waitFor(() => expect(loaded).toHaveBeenCalledWith('/auth'));
    expect(sent.map(({ body }) => body)).toEqual([{ token: TOKEN, newPassword: 'Moth&Lantern7' }]);
    expect(sessionStorage.getItem('oni-toast')).toContain('Sign in with your new password.');
    expect(sessionStorage.getItem('oni-link:reset-password')).toBeNull();
  });
});

describe('the request of a reset', () => {
  it('ACC-111 answers the same for every address', async () => {
    const sent = mock(requestPasswordReset, { ok: true });
    const { user } = renderApp('/auth/reset');
    await heading('Lost your key?');
    await user.type(screen.getByLabelText('email'), ' Vesper@Example.org {Enter}');
    expect(await screen.findByRole('status')).toHaveTextContent('the mail is on its way');
    expect(sent).toHaveLength(1);
  });

  it('ACC-111 refuses a malformed address, and says that the site cannot mail', async () => {
    mock(requestPasswordReset, () => problem('mail_unavailable', 'This site cannot send mail.'));
    const { user } = renderApp('/auth/reset');
    await heading('Lost your key?');
    const email = screen.getByLabelText('email');
    await user.type(email, 'nobody{Enter}');
    await waitFor(() => expect(email).toBeInvalid());
    await user.clear(email);
    await user.type(email, `${ADDRESS}{Enter}`);
    await waitFor(() => expect(email).toHaveAccessibleDescription(/This site cannot send mail\./u));
  });
});
