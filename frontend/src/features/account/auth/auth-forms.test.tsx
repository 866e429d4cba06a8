import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  claimEmail,
  getSignInOptions,
  logIn,
  registerAccount,
  type RegistrationMode,
  type SessionAnswer,
  startPasskeySignIn,
} from '@oniverse/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { pageLoad } from '../../../session/page-end.js';
import { problem } from '../../../testing/call-handler.js';
import { signInAnswer } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderWithQueries } from '../../../testing/render.js';
import { atTestEnd } from '../../../testing/reset.js';
import { server } from '../../../testing/server.js';
import ToastView from '../../../ui/toast-view.js';
import { type ToastContent } from '../../../ui/toast-store.js';
import { AuthPanel } from './auth-panel.js';
import { type AuthVariant, LANDING_VARIANT, SCREEN_VARIANT } from './auth-variants.js';

const KEY = 'Str0ng!key';
const field = (name: string) => screen.getByLabelText(name);
const submit = () => {
  const button = document.querySelector('button[type=submit]');
  if (!(button instanceof HTMLButtonElement)) throw new Error('no button');
  return button;
};

/** @returns the received bodies */
function serve(mode: 'login' | 'register', answer: () => SessionAnswer | Response | Promise<Response>) {
  const sent: unknown[] = [];
  const record = ({ body }: { body: unknown }) => {
    sent.push(body);
    return answer();
  };
  if (mode === 'login') mock(logIn, record);
  else mock(registerAccount, record);
  return sent;
}

const accept = (mode: 'login' | 'register') => serve(mode, () => signInAnswer());
const refuse = (mode: 'login' | 'register', message: string | undefined, status = 401) =>
  serve(mode, () => HttpResponse.json({ statusCode: status, message }, { status }));

async function fill(variant: AuthVariant, mode: 'login' | 'register', values: Record<string, string>) {
  const { user } = renderWithQueries(
    <>
      <AuthPanel variant={variant} />
      <ToastView />
    </>,
  );
  await user.click(screen.getByRole('tab', { name: variant.tabs[mode] }));
  for (const [name, text] of Object.entries(values)) if (text) await user.type(field(name), text);
  await user.click(submit());
  return user;
}

describe('the registration', () => {
  const offer = (registration: RegistrationMode) =>
    mock(getSignInOptions, { canMail: false, passkeyDomain: 'localhost', registration });
  const CODE = 'pVwJ0mQZ3bXfS4l1mJx3z3H2s9r0V5cT7uYwKqNiA8E';
  const ACCOUNT = { ONI_ID: 'vesper', email: 'vesper@example.org', password: KEY };

  it('STF-054 asks for the code of an invitation, and shows why one is refused', async () => {
    offer('invite');
    const sent = serve('register', () =>
      HttpResponse.json(
        { code: 'validation_failed', message: 'No.', fields: { inviteCode: 'This invitation has expired.' } },
        { status: 400 },
      ),
    );
    renderWithQueries(<AuthPanel variant={SCREEN_VARIANT} />);
    await userEvent.click(screen.getByRole('tab', { name: SCREEN_VARIANT.tabs.register }));
    await userEvent.type(await screen.findByLabelText('invitation'), CODE);
    for (const [name, text] of Object.entries(ACCOUNT)) await userEvent.type(field(name), text);
    await userEvent.click(submit());
    expect(await screen.findByText(/This invitation has expired\./)).toBeInTheDocument();
    expect(sent).toEqual([expect.objectContaining({ inviteCode: CODE })]);
  });

  it('STF-054 opens by the link of an invitation, with its code', async () => {
    offer('open');
    atTestEnd(() => {
      window.location.hash = '';
    });
    window.location.hash = CODE;
    const sent = accept('register');
    renderWithQueries(<AuthPanel variant={SCREEN_VARIANT} />);
    for (const [name, text] of Object.entries(ACCOUNT)) await userEvent.type(field(name), text);
    await userEvent.click(submit());
    await waitFor(() => expect(sent).toEqual([expect.objectContaining({ inviteCode: CODE })]));
    expect(screen.queryByLabelText('invitation')).not.toBeInTheDocument();
  });

  it('STF-054 says that registration is closed', async () => {
    offer('closed');
    renderWithQueries(<AuthPanel variant={SCREEN_VARIANT} />);
    await userEvent.click(screen.getByRole('tab', { name: SCREEN_VARIANT.tabs.register }));
    expect(await screen.findByText(/^Registration is closed\./)).toBeInTheDocument();
    expect(screen.queryByLabelText('email')).not.toBeInTheDocument();
  });
});

const LOGIN = { ONI_ID: 'vesper', password: KEY };
const REGISTRATION = { ONI_ID: 'vesper', email: 'vesper@example.org', password: KEY };
const keptToast = (): unknown => JSON.parse(sessionStorage.getItem('oni-toast') ?? 'null');

let loaded: jest.SpiedFunction<typeof pageLoad.assign>;
beforeEach(() => {
  loaded = jest.spyOn(pageLoad, 'assign').mockImplementation(() => undefined);
});

describe('both variants of the auth form', () => {
  const SUCCESSES: [string, AuthVariant, 'login' | 'register', string, ToastContent][] = [
    [
      'AUT-015 AUT-020 landing login',
      LANDING_VARIANT,
      'login',
      '/constellation',
      { title: 'Connection Established', description: 'Welcome back to the network.' },
    ],
    [
      'AUT-016 AUT-021 landing register',
      LANDING_VARIANT,
      'register',
      '/profile',
      { title: 'Loop Created', description: 'Your neural pattern has been recorded.' },
    ],
    [
      'AUT-017 AUT-024 screen login',
      SCREEN_VARIANT,
      'login',
      '/homepage',
      { title: 'Welcome back!', description: 'Successfully logged in.' },
    ],
    [
      'AUT-018 AUT-025 screen register',
      SCREEN_VARIANT,
      'register',
      '/homepage',
      { title: 'Welcome to Oniverse!', description: 'Account created successfully.' },
    ],
  ];

  it.each(SUCCESSES)(
    '%s: stores the session and the toast, and loads the destination',
    async (_row, variant, mode, destination, toast) => {
      accept(mode);
      await fill(variant, mode, mode === 'login' ? LOGIN : REGISTRATION);
      await waitFor(() => expect(loaded).toHaveBeenCalledWith(destination));
      expect(localStorage.getItem('sessionId')).toBe('known-session');
      expect(keptToast()).toEqual(toast);
    },
  );

  const FAILURES: [string, AuthVariant, 'login' | 'register', string][] = [
    ['AUT-022 landing login', LANDING_VARIANT, 'login', 'Connection Failed'],
    ['AUT-023 landing register', LANDING_VARIANT, 'register', 'Loop Creation Failed'],
    ['AUT-026 screen login', SCREEN_VARIANT, 'login', 'Login failed'],
    ['AUT-028 screen register', SCREEN_VARIANT, 'register', 'Registration failed'],
  ];

  it.each(FAILURES)(
    '%s failure: shows a destructive toast with the server message',
    async (_row, variant, mode, title) => {
      refuse(mode, 'The server says no.');
      await fill(variant, mode, mode === 'login' ? LOGIN : REGISTRATION);
      expect((await screen.findByText(title)).closest('.toast')).toHaveClass('toast--bad');
      expect(screen.getByText('The server says no.')).toBeInTheDocument();
      expect(loaded).not.toHaveBeenCalled();
      expect(localStorage.getItem('sessionId')).toBeNull();
      expect(field('ONI_ID')).toHaveValue('vesper');
      expect(submit()).toBeEnabled();
    },
  );

  it('AUT-027 shows Login failed if a screen login fails without a server message', async () => {
    refuse('login', undefined, 500);
    await fill(SCREEN_VARIANT, 'login', LOGIN);
    expect(await screen.findAllByText('Login failed')).toHaveLength(2);
  });

  it('reports that the network did not answer when a request fails', async () => {
    serve('register', () => HttpResponse.error());
    await fill(SCREEN_VARIANT, 'register', REGISTRATION);
    expect(await screen.findByText(/did not answer/u)).toBeInTheDocument();
  });

  it('shows the server’s field errors at their inputs', async () => {
    serve('register', () =>
      HttpResponse.json({ message: 'Error: taken', fields: { username: 'Error: taken' } }, { status: 400 }),
    );
    await fill(SCREEN_VARIANT, 'register', REGISTRATION);
    await waitFor(() => expect(field('ONI_ID')).toHaveAccessibleDescription(/Error: taken/u));
  });
});

describe('AuthPanel', () => {
  const offerMail = () =>
    mock(getSignInOptions, { canMail: true, passkeyDomain: 'localhost', registration: 'open' });

  it('AUT-013 ACC-111 adds an action to the toast where the site can mail', async () => {
    offerMail();
    const { user } = renderWithQueries(
      <>
        <AuthPanel variant={SCREEN_VARIANT} />
        <ToastView />
      </>,
    );
    // The toast has no action until the options are known.
    await waitFor(async () => {
      await user.click(screen.getByRole('button', { name: 'forgotten access key' }));
      expect(screen.getByRole('link', { name: 'Reset by mail' })).toHaveAttribute('href', '/auth/reset');
    });
    expect(
      screen.getByText('Contact system administrator for password reset assistance.'),
    ).toBeInTheDocument();
  });

  it('keeps the passkey button where passkeys cannot work, and says so', async () => {
    mock(getSignInOptions, { canMail: true, passkeyDomain: 'other.example', registration: 'open' });
    mock(startPasskeySignIn, () => problem('unavailable'));
    const { user } = renderWithQueries(
      <>
        <AuthPanel variant={SCREEN_VARIANT} />
        <ToastView />
      </>,
    );
    await waitFor(async () => {
      await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
      expect(screen.getByText(/do not work at this address/u)).toBeInTheDocument();
    });
  });

  it('ACC-117 offers a link to a taken address', async () => {
    offerMail();
    serve('register', () =>
      HttpResponse.json({ statusCode: 409, code: 'email_taken', message: 'Taken.' }, { status: 409 }),
    );
    const claims = mock(claimEmail, { ok: true });
    const user = await fill(SCREEN_VARIANT, 'register', REGISTRATION);
    expect(await screen.findByText(/Is this your address\?/u)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Mail me a link' }));
    expect(await screen.findByText('If it is, a link is on its way to it.')).toBeInTheDocument();
    expect(claims.map(({ body }) => body)).toEqual([{ email: 'vesper@example.org' }]);
  });

  it('AUT-007 AUT-008 AUT-050 has its fields, named Oni ID and Oni name', async () => {
    const { user } = renderWithQueries(<AuthPanel variant={SCREEN_VARIANT} />);
    expect([field('ONI_ID'), field('password')].map((input) => input.getAttribute('name'))).toEqual([
      'username',
      'password',
    ]);
    await user.click(screen.getByRole('tab', { name: 'INITIALIZE' }));
    expect(
      ['ONI_ID', 'email', 'password', 'Oni name'].map((name) => field(name).getAttribute('name')),
    ).toEqual(['username', 'email', 'password', 'displayName']);
  });

  it('AUT-002 keeps typed values when the tab changes', async () => {
    const user = await fill(SCREEN_VARIANT, 'register', { ONI_ID: 'ab', email: 'vesper@example.org' });
    await user.click(screen.getByRole('tab', { name: 'ACCESS' }));
    expect(field('ONI_ID')).toHaveValue('');
    await user.click(screen.getByRole('tab', { name: 'INITIALIZE' }));
    expect(field('ONI_ID')).toHaveValue('ab');
    expect(field('ONI_ID')).toHaveAccessibleDescription(/at least 3 characters/u);
    expect(field('email')).toHaveValue('vesper@example.org');
  });

  it('gives password managers field names and password rules', async () => {
    const { user } = renderWithQueries(<AuthPanel variant={LANDING_VARIANT} />);
    const autocompletes = () =>
      [...document.querySelectorAll('form input')].map((input) => [
        input.getAttribute('name'),
        input.getAttribute('autocomplete'),
      ]);
    expect(autocompletes()).toEqual([
      ['username', 'username'],
      ['password', 'current-password'],
    ]);
    await user.click(screen.getByRole('tab', { name: 'create' }));
    expect(autocompletes()).toEqual([
      ['username', 'username'],
      ['email', 'email'],
      ['password', 'new-password'],
      ['displayName', 'nickname'],
    ]);
    expect(field('password')).toHaveAttribute(
      'passwordrules',
      'minlength: 8; maxlength: 128; required: lower; required: upper; required: digit; required: [@$!%*?&];',
    );
    // If the browser submits the form itself, the password must not end up in a URL.
    expect(document.querySelector('form')).toHaveAttribute('method', 'post');
  });

  it('AUT-010 shows CONNECTING... during a login', async () => {
    serve('login', () => new Promise<never>(() => {}));
    await fill(SCREEN_VARIANT, 'login', LOGIN);
    await waitFor(() => expect(submit()).toHaveTextContent('CONNECTING...'));
    expect(submit()).toBeDisabled();
    expect(field('password')).toBeDisabled();
  });

  it('AUT-011 shows CREATING... during a registration', async () => {
    serve('register', () => new Promise<never>(() => {}));
    await fill(SCREEN_VARIANT, 'register', REGISTRATION);
    await waitFor(() => expect(submit()).toHaveTextContent('CREATING...'));
    expect(submit()).toBeDisabled();
  });

  it('AUT-009 omits an empty display name', async () => {
    const sent = accept('register');
    await fill(SCREEN_VARIANT, 'register', REGISTRATION);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({ username: 'vesper', email: 'vesper@example.org', password: KEY });
  });

  it('AUT-008 sends all four fields', async () => {
    const sent = accept('register');
    await fill(LANDING_VARIANT, 'register', { ...REGISTRATION, 'Oni name': ' Vesper Lund ' });
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      username: 'vesper',
      email: 'vesper@example.org',
      password: KEY,
      displayName: 'Vesper Lund',
    });
  });

  it('AUT-012 AUT-013 only shows a toast for a forgotten access key', async () => {
    const { user } = renderWithQueries(
      <>
        <AuthPanel variant={SCREEN_VARIANT} />
        <ToastView />
      </>,
    );
    let requests = 0;
    server.events.on('request:start', () => {
      requests += 1;
    });
    await user.click(screen.getByText('forgotten access key'));
    expect(await screen.findByText('Password Reset')).toBeInTheDocument();
    expect(
      screen.getByText('Contact system administrator for password reset assistance.'),
    ).toBeInTheDocument();
    expect(requests).toBe(0);
    server.events.removeAllListeners();
  });

  const BAD_LOGINS = [
    ['AUT-029', { ...LOGIN, ONI_ID: '' }, 'ONI_ID', 'Error: ONI_ID required to access network'],
    ['AUT-030', { ...LOGIN, password: '' }, 'password', 'Error: password required to access network'],
  ] as const;

  it.each(BAD_LOGINS)('%s: %j', async (_row, values, name, message) => {
    const sent = accept('login');
    await fill(SCREEN_VARIANT, 'login', values);
    await waitFor(() => expect(field(name)).toHaveAccessibleDescription(message));
    expect(sent).toEqual([]);
  });

  const CLASSES =
    'Error: password must include uppercase letter, lowercase letter, number, and special character (@$!%*?&)';
  const BAD_REGISTRATIONS = [
    ['AUT-031', 'ONI_ID', '', 'Error: ONI_ID required to create account'],
    ['AUT-032', 'ONI_ID', 'ab', 'Error: ONI_ID must be at least 3 characters'],
    ['AUT-033', 'ONI_ID', 'a'.repeat(21), 'Error: ONI_ID must be less than 20 characters'],
    [
      'AUT-034',
      'ONI_ID',
      'Vesper',
      'Error: ONI_ID can only include lowercase letters, numbers, and underscores',
    ],
    ['AUT-035', 'email', '', 'Error: email required to create account'],
    ['AUT-036', 'email', 'vesper@', 'Error: please enter a valid email address'],
    ['AUT-037', 'password', '', 'Error: password required to create account'],
    ['AUT-038', 'password', 'Sh0rt!a', 'Error: password must be at least 8 characters long'],
    ['AUT-039', 'password', 'str0ng!key', CLASSES],
    ['AUT-039', 'password', 'STR0NG!KEY', CLASSES],
    ['AUT-039', 'password', 'Strong!key', CLASSES],
    ['AUT-039', 'password', 'Str0ngkeyy', CLASSES],
  ] as const;

  it.each(BAD_REGISTRATIONS)('%s %s %j: %s', async (_row, name, text, message) => {
    const sent = accept('register');
    await fill(SCREEN_VARIANT, 'register', { ...REGISTRATION, [name]: text });
    const expected = new RegExp(message.replaceAll(/[$()*?]/gu, '\\$&'), 'u');
    await waitFor(() => expect(field(name)).toHaveAccessibleDescription(expected));
    expect(sent).toEqual([]);
  });

  it.each(['abc', 'a'.repeat(20)])(
    'AUT-032 AUT-033 AUT-038 GAP-024 accepts the ONI_ID %s and a password of 8 characters',
    async (username) => {
      const sent = accept('register');
      await fill(SCREEN_VARIANT, 'register', { ...REGISTRATION, ONI_ID: username, password: 'Str0ng!k' });
      await waitFor(() => expect(sent).toHaveLength(1));
    },
  );

  it('AUT-040 applies the same limits to the landing form', async () => {
    const sent = accept('register');
    await fill(LANDING_VARIANT, 'register', { ...REGISTRATION, ONI_ID: 'ab' });
    await waitFor(() =>
      expect(field('ONI_ID')).toHaveAccessibleDescription(/Error: ONI_ID must be at least 3 characters/u),
    );
    expect(sent).toEqual([]);
  });
});
