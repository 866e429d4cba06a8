import { describe, expect, it } from '@jest/globals';
import { joinWaitlist } from '@oniverse/contracts';
import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { mock } from '../../../testing/mock.js';
import { renderWithLinks } from '../../../testing/render.js';
import { WaitlistForm } from './waitlist-form.js';

const KEY = 'Str0ng!key';
const button = () => screen.getByRole('button');
const email = () => screen.getByLabelText('email');
const oniId = () => screen.getByLabelText('oni_id');
const accessKey = () => screen.getByLabelText('access_key');
const status = () => screen.getByRole('status');

/** @returns the received bodies */
function serveWaitlist(answer: () => Response | Promise<Response>) {
  const sent: unknown[] = [];
  mock(joinWaitlist, ({ body }) => {
    sent.push(body);
    return answer();
  });
  return sent;
}

async function renderForm() {
  const view = renderWithLinks(<WaitlistForm />);
  await screen.findByLabelText('email');
  return view;
}

async function claim(values: { email?: string; oniId?: string; accessKey?: string } = {}) {
  const { user } = await renderForm();
  await user.type(email(), values.email ?? 'noor@tidepool.example');
  if (values.oniId) await user.type(oniId(), values.oniId);
  if (values.accessKey) await user.type(accessKey(), values.accessKey);
  await user.click(button());
  return user;
}

const accept = (message?: string) => serveWaitlist(() => HttpResponse.json({ ok: true, message }));
const refuse = (body: Record<string, unknown>, status = 409) =>
  serveWaitlist(() => HttpResponse.json(body, { status }));

describe('WaitlistForm', () => {
  it('WTL-001 GAP-021 has the fields email, oni_id and access_key', async () => {
    await renderForm();
    expect(screen.getAllByRole('textbox')).toEqual([email(), oniId()]);
    expect(accessKey()).toHaveAttribute('type', 'password');
    expect(button()).toHaveTextContent('claim your spot');
  });

  it('WTL-005 cannot be submitted while the email is empty', async () => {
    const { user } = await renderForm();
    expect(button()).toBeDisabled();
    await user.type(oniId(), 'noor');
    expect(button()).toBeDisabled();
    await user.type(email(), 'n');
    expect(button()).toBeEnabled();
  });

  it('WTL-002 WTL-003 WTL-004 shows linking... while submitting, with all inputs disabled', async () => {
    serveWaitlist(() => new Promise<never>(() => {}));
    await claim();
    expect(button()).toHaveTextContent('linking...');
    for (const control of [button(), email(), oniId(), accessKey()]) expect(control).toBeDisabled();
    expect(status()).toBeEmptyDOMElement();
  });

  it('WTL-006 rejects an invalid address without sending anything', async () => {
    const sent = accept();
    const user = await claim({ email: 'noor@tidepool' });
    expect(email()).toHaveAccessibleDescription('Error: please enter a valid email address');
    expect(email()).toBeInvalid();
    expect(email()).toHaveFocus();
    expect(sent).toEqual([]);
    await user.type(email(), '.example');
    expect(email()).toBeValid();
  });

  it('WTL-007 requires neither oni_id nor access_key', async () => {
    const sent = accept();
    await claim();
    expect(await screen.findByText(/confirmed/u)).toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  it('GAP-047 applies the registration rules to optional values', async () => {
    const sent = accept();
    await claim({ oniId: 'No', accessKey: 'short' });
    expect(oniId()).toHaveAccessibleDescription(/Error: ONI_ID must be at least 3 characters/u);
    expect(accessKey()).toHaveAccessibleDescription('Error: password must be at least 8 characters long');
    expect(sent).toEqual([]);
  });

  it('WTL-008 sends email, oni_id, access_key and the source landing', async () => {
    const sent = accept();
    await claim({ email: ' noor@tidepool.example ', oniId: 'noor_9', accessKey: KEY });
    await screen.findByText(/confirmed/u);
    expect(sent).toEqual([
      { email: 'noor@tidepool.example', oni_id: 'noor_9', access_key: KEY, source: 'landing' },
    ]);
  });

  it('WTL-009 WTL-017 shows the server’s message in cyan-green', async () => {
    accept('welcome, node 1285');
    await claim();
    expect(await screen.findByText('welcome, node 1285')).toHaveClass('accent');
  });

  it('WTL-010 shows confirmed. constellation forming... if the server sends no message', async () => {
    accept();
    await claim();
    expect(await screen.findByText('confirmed. constellation forming...')).toBe(status());
  });

  it('NXT-460 leads on to the registration once the spot is claimed', async () => {
    accept();
    const { user } = await renderForm();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    await user.type(email(), 'noor@tidepool.example{Enter}');
    expect(await screen.findByRole('link', { name: 'Take your place now' })).toHaveAttribute('href', '/auth');
  });

  it('WTL-011 clears all three fields on success', async () => {
    accept();
    await claim({ oniId: 'noor_9', accessKey: KEY });
    await screen.findByText(/confirmed/u);
    for (const field of [email(), oniId(), accessKey()]) expect(field).toHaveValue('');
    expect(button()).toBeDisabled();
  });

  it('WTL-012 WTL-013 WTL-016 keeps the fields on failure and shows error: with the reason, in red', async () => {
    refuse({ ok: false, error: 'this oni_id is already claimed' });
    await claim({ oniId: 'noor_9' });
    expect(await screen.findByText('error: this oni_id is already claimed')).toHaveClass('danger');
    expect(email()).toHaveValue('noor@tidepool.example');
    expect(oniId()).toHaveValue('noor_9');
    expect(button()).toBeEnabled();
  });

  it('WTL-013 shows the message if a failure has no error', async () => {
    refuse({ statusCode: 429, code: 'rate_limited', message: 'Too many requests. Try again later.' }, 429);
    await claim();
    expect(await screen.findByText('error: Too many requests. Try again later.')).toBeInTheDocument();
  });

  it('WTL-013 treats a response that is not ok as a failure', async () => {
    refuse({ ok: false, error: 'full' }, 200);
    await claim();
    expect(await screen.findByText('error: full')).toBeInTheDocument();
  });

  it('WTL-014 shows error: try again if the server gives no reason', async () => {
    refuse({ ok: false }, 500);
    await claim();
    expect(await screen.findByText('error: try again')).toHaveClass('danger');
  });

  it('WTL-015 WTL-017 GAP-053 shows connection failed. try again. in cyan-green when the request fails', async () => {
    serveWaitlist(() => HttpResponse.error());
    await claim();
    expect(await screen.findByText('connection failed. try again.')).toHaveClass('accent');
    expect(email()).toHaveValue('noor@tidepool.example');
  });

  it('submits with the Enter key', async () => {
    const sent = accept();
    const { user } = await renderForm();
    await user.type(email(), 'noor@tidepool.example{Enter}');
    await screen.findByText(/confirmed/u);
    expect(sent).toHaveLength(1);
  });
});
