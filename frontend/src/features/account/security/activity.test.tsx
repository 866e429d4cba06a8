import { describe, expect, it } from '@jest/globals';
import {
  ACCOUNT_ACTIVITY_KINDS,
  type AccountActivityView,
  type AccountSecurity,
  disownActivity,
  listAccountActivity,
  listSessions,
  NEXT_CURSOR_HEADER,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { mock } from '../../../testing/mock.js';
import { openSecurity } from '../../../testing/open-security.js';
import { activity, session } from '../../../testing/security.js';
import { activitySentence } from './activity.texts.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const region = () => within(screen.getByRole('region', { name: 'Account activity' }));

async function openActivity(entries: readonly AccountActivityView[], given: Partial<AccountSecurity> = {}) {
  const view = await openSecurity(given, {}, () => {
    mock(listSessions, [session()]);
    mock(listAccountActivity, [...entries]);
  });
  if (entries.length > 0) await region().findAllByRole('listitem');
  return view;
}

describe('activitySentence', () => {
  it('ACC-152 has a sentence for every kind', () => {
    const sentences = ACCOUNT_ACTIVITY_KINDS.map((kind) =>
      activitySentence(activity({ kind, detail: 'Laptop' })),
    );
    expect(new Set(sentences).size).toBe(ACCOUNT_ACTIVITY_KINDS.length);
    expect(sentences.filter((sentence) => !/^[A-Z][^.]+$/u.test(sentence))).toEqual([]);
  });

  it('ACC-152 counts failures and names what an entry is about', () => {
    const say = (given: Partial<AccountActivityView>) => activitySentence(activity(given));
    expect(say({ kind: 'sign_in_failed' })).toBe('Password refused');
    expect(say({ kind: 'sign_in_failed', count: 2 })).toBe('Password refused twice');
    expect(say({ kind: 'second_factor_failed', count: 7 })).toBe('Second factor refused 7 times');
    expect(say({ kind: 'email_changed', detail: 'v…@lund.example' })).toBe(
      'Address changed to v…@lund.example',
    );
    expect(say({ kind: 'email_changed' })).toBe('Address changed');
    expect(say({ kind: 'reauthenticated', detail: 'passkey' })).toBe('Confirmed with a passkey');
    expect(say({ kind: 'signed_in', detail: 'totp' })).toBe('Signed in with the authenticator app');
    expect(say({ kind: 'recovery_code_used', detail: '7 left' })).toBe('Recovery code used, 7 left');
    expect(say({ kind: 'passkey_added', detail: 'Laptop' })).toBe('Passkey added: Laptop');
  });
});

describe('Activity', () => {
  it('ACC-152 shows when, what and where, and older entries on request', async () => {
    const { user } = await openSecurity({}, {}, () =>
      mock(listAccountActivity, ({ query }) =>
        query.cursor === undefined
          ? Response.json([activity({ kind: 'exported', createdAt: new Date().toISOString() })], {
              headers: { [NEXT_CURSOR_HEADER]: 'act-1' },
            })
          : [activity({ id: 'old', kind: 'registered', device: null, address: null })],
      ),
    );
    const [row] = await region().findAllByRole('listitem');
    expect(row?.textContent).toMatch(/^\d\d:\d\dData exported Firefox on Linux, 203\.0\.113\.\*$/);
    await user.click(region().getByRole('button', { name: 'Older entries' }));
    expect(await region().findByText('Account created')).toBeInTheDocument();
    expect(region().getByText(/^End of the log/)).toBeInTheDocument();
  });

  it('ACC-153 reports a sign-in as not one’s own, and leads to the password', async () => {
    const stranger = { sessionId: 'there', device: null };
    const { user } = await openActivity([
      activity({ id: 'own' }),
      activity({ id: 'new', kind: 'signed_in_new_device', ...stranger }),
      activity({ id: 'failed', kind: 'sign_in_failed', ...stranger }),
      activity({ id: 'old', ...stranger, createdAt: new Date(Date.now() - 8 * DAY_MS).toISOString() }),
    ]);
    const requests = mock(disownActivity, { ok: true });
    await user.click(await region().findByRole('button', { name: 'This was not me' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'This was not you' }));
    expect(requests).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'End these sessions' }));
    expect(await screen.findByText('Now choose a new password.')).toBeInTheDocument();
    expect(requests).toEqual([{ id: 'new', query: {}, body: null }]);
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus());
  });

  it('is empty for an account without entries', async () => {
    await openActivity([]);
    expect(region().getByText('Nothing has happened yet.')).toBeInTheDocument();
  });

  it('offers a retry when it does not load', async () => {
    let isBroken = true;
    const { user } = await openSecurity({}, {}, () =>
      mock(listAccountActivity, () => (isBroken ? Response.error() : [activity()])),
    );
    expect(await region().findByText('Your account activity could not be loaded.')).toBeInTheDocument();
    isBroken = false;
    await user.click(region().getByRole('button', { name: 'Try again' }));
    expect(await region().findByText('Signed in')).toBeInTheDocument();
  });
});
