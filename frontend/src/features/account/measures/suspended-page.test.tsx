import { describe, expect, it } from '@jest/globals';
import {
  appealSuspension,
  createExportAddress,
  eraseAccount,
  getSuspension,
  logIn,
  logOut,
  type MeasureView,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { appeal, measure } from '../../../testing/measures.js';
import { mock } from '../../../testing/mock.js';
import { renderApp, type RenderedApp } from '../../../testing/render.js';

const SESSION = `s.${'x'.repeat(43)}`;
const UNTIL = '2999-12-05T21:20:00.000Z';

const refuse = () =>
  mock(logIn, () =>
    Response.json(
      {
        statusCode: 403,
        code: 'suspended',
        message: 'This account is suspended.',
        suspended: { sessionId: SESSION, expiresAt: UNTIL },
      },
      { status: 403 },
    ),
  );

async function submit({ user }: RenderedApp): Promise<void> {
  await user.type(await screen.findByLabelText('ONI_ID'), 'vesper');
  await user.type(screen.getByLabelText('password'), 'Str0ng!key{Enter}');
}

const credentialOf = ({ headers }: Request): string | null => headers.get('Authorization');

/** Signs in as a suspended member. */
async function open(suspension: Partial<MeasureView> = {}): Promise<RenderedApp> {
  refuse();
  mock(getSuspension, (_, request) =>
    credentialOf(request) === `Bearer ${SESSION}` ? measure(suspension) : problem('unauthorized'),
  );
  const view = renderApp('/auth');
  await submit(view);
  await screen.findByText('account suspended');
  return view;
}

describe('the page of a suspended member', () => {
  it('STF-022 says why and until when, and what happens to the content', async () => {
    await open({ until: UNTIL });
    expect(
      screen.getByRole('heading', { name: 'Your account is suspended until 5 December 2999.' }),
    ).toBeInTheDocument();
    expect(screen.getByText('You threatened to publish where another member walks.')).toBeInTheDocument();
    expect(screen.getByText('Threat or self-harm')).toBeInTheDocument();
    expect(screen.getByText(/^5 December 2999 at .*, your time$/)).toBeInTheDocument();
    expect(screen.getByText('hidden until then, nothing deleted')).toBeInTheDocument();
    expect(screen.queryByText('Login failed')).not.toBeInTheDocument();
    expect(localStorage.getItem('sessionId')).toBeNull();
  });

  it('STF-022 names no day for a suspension without an end', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Your account is suspended.' })).toBeInTheDocument();
    expect(screen.getByText('no end is set')).toBeInTheDocument();
  });

  it('STF-022 follows a sign-in on the landing page', async () => {
    refuse();
    mock(getSuspension, measure());
    const view = renderApp('/');
    await submit(view);
    await screen.findByText('account suspended');
    expect(view.address()).toBe('/auth');
  });

  it('STF-022 lasts over a reload of the tab', async () => {
    const { unmount } = await open();
    unmount();
    expect(sessionStorage.getItem('oni-suspended')).toBe(SESSION);
  });

  it('STF-022 sends the appeal once, and shows that it waits', async () => {
    const { user } = await open();
    const credentials: (string | null)[] = [];
    const sent = mock(appealSuspension, (_, request) => {
      credentials.push(credentialOf(request));
      return measure({ appeal: appeal() });
    });
    await user.click(screen.getByRole('button', { name: 'Send appeal' }));
    const field = screen.getByRole('textbox', { name: 'Appeal' });
    await waitFor(() => expect(field).toBeInvalid());
    expect(sent).toEqual([]);
    await user.type(field, '  The address was my own. ');
    await user.click(screen.getByRole('button', { name: 'Send appeal' }));
    const section = await screen.findByRole('region', { name: 'Your appeal' });
    expect(within(section).getByText('The address was my own.')).toBeInTheDocument();
    expect(within(section).getByText(/^It waits for a moderator\./)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send appeal' })).not.toBeInTheDocument();
    expect(sent.map(({ body }) => body)).toEqual([{ text: 'The address was my own.' }]);
    expect(credentials).toEqual([`Bearer ${SESSION}`]);
  });

  it('STF-022 says at the field why an appeal was not accepted', async () => {
    const { user } = await open();
    mock(appealSuspension, () => problem('already_used', 'You have appealed already.'));
    await user.type(screen.getByRole('textbox', { name: 'Appeal' }), 'Please.');
    await user.click(screen.getByRole('button', { name: 'Send appeal' }));
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Appeal' })).toHaveAccessibleDescription(
        /You have appealed already\./u,
      ),
    );
  });

  it('STF-022 shows the decision with its reason', async () => {
    await open({ appeal: appeal({ decision: 'upheld', reason: 'It names a street.', decidedAt: UNTIL }) });
    const section = screen.getByRole('region', { name: 'Your appeal' });
    expect(within(section).getByText('The suspension stays.')).toBeInTheDocument();
    expect(within(section).getByText('It names a street.')).toBeInTheDocument();
  });

  it('STF-022 prepares the export, with a sign-in of the last ten minutes', async () => {
    const { user } = await open();
    mock(createExportAddress, () => problem('reauthentication_required'));
    await user.click(screen.getByRole('button', { name: 'Download my data' }));
    expect(await screen.findByText('This needs a sign-in of the last ten minutes.')).toBeInTheDocument();
    mock(createExportAddress, { url: 'http://localhost/exports/token', expiresAt: UNTIL });
    await user.click(screen.getByRole('button', { name: 'Download my data' }));
    expect(await screen.findByRole('link', { name: 'Save the file' })).toHaveAttribute(
      'href',
      'http://localhost/exports/token',
    );
  });

  it('STF-022 erases the account with its password', async () => {
    const { user } = await open();
    const sent = mock(eraseAccount, () => problem('wrong_password', 'Current password is incorrect.'));
    await user.click(screen.getByRole('button', { name: 'Erase my account' }));
    const dialog = screen.getByRole('dialog', { name: 'Erase your account' });
    await user.type(within(dialog).getByLabelText('Password', { selector: 'input' }), 'wrong{Enter}');
    expect(await within(dialog).findByText('Current password is incorrect.')).toBeInTheDocument();
    mock(eraseAccount, { ok: true });
    await user.click(within(dialog).getByRole('button', { name: 'Erase permanently' }));
    expect(await screen.findByRole('heading', { name: 'Welcome back.' })).toBeInTheDocument();
    expect(sent.map(({ body }) => body)).toEqual([{ password: 'wrong' }]);
    expect(sessionStorage.getItem('oni-suspended')).toBeNull();
  });

  it('STF-022 signs out, also where the server does not answer', async () => {
    const { user } = await open();
    mock(logOut, () => Response.error());
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { name: 'Welcome back.' })).toBeInTheDocument();
    expect(sessionStorage.getItem('oni-suspended')).toBeNull();
  });

  it('STF-022 leads to the sign-in once the credential no longer works', async () => {
    refuse();
    mock(getSuspension, () => problem('unauthorized'));
    const view = renderApp('/auth');
    await submit(view);
    expect(await screen.findByRole('heading', { name: 'Sign in again.' })).toBeInTheDocument();
    await view.user.click(screen.getByRole('button', { name: 'Go to the sign-in' }));
    expect(await screen.findByRole('heading', { name: 'Welcome back.' })).toBeInTheDocument();
  });
});
