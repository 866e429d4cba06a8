import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  endMeasure,
  endMemberSessions,
  eraseMember,
  getMemberRecord,
  listStaffMembers,
  type MemberRecord,
  type StaffRole,
  takeMeasure,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { installLayout } from '../../../testing/layout.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { useToast } from '../../../ui/toast-store.js';

const AT = '2026-01-01T00:00:00.000Z';
const names = (username: string) => ({ username, displayName: null, profileImageUrl: null });

const record = (given: Partial<MemberRecord> = {}): MemberRecord => ({
  id: 'u-lev',
  ...names('lev_k'),
  createdAt: AT,
  staffRole: null,
  isSuspended: false,
  isVerified: false,
  hasFactor: true,
  isPublic: false,
  pictureBytes: 0,
  fileBytes: 2 * 1_024 ** 2,
  sessions: 1,
  cases: 1,
  measures: 1,
  openSessions: [{ id: 's-1', device: null, address: '203.0.113.0/24', createdAt: AT, lastSeenAt: AT }],
  newestCases: [
    {
      id: 'case-7',
      number: 7,
      kind: 'post',
      title: 'Night walks',
      channelName: null,
      username: 'lev_k',
      reason: 'spam',
      reports: 1,
      openedAt: AT,
      isHandedOn: false,
      isWithDimension: false,
      assignee: null,
      isMine: false,
      outcome: 'removed',
      closedAt: AT,
    },
  ],
  newestMeasures: [
    {
      id: 'm-1',
      kind: 'content_hidden',
      rule: 'spam',
      reason: 'Too many lamps.',
      until: null,
      subject: { kind: 'post', title: 'Night walks' },
      createdAt: AT,
      endedAt: null,
      appeal: null,
      takenBy: names('vesper'),
    },
  ],
  ...given,
});

const open = (staffRole: StaffRole, given: Partial<MemberRecord> = {}) => {
  signIn({ staffRole });
  const found = record(given);
  mock(listStaffMembers, ({ query: { q = '' } }) => (found.username.startsWith(q) ? [found] : []));
  mock(getMemberRecord, found);
  return renderApp(`/console/members?id=${found.id}`);
};

beforeEach(installLayout);

describe('the members in the console', () => {
  it('STF-040 are found as staff type, and the address keeps the search', async () => {
    signIn({ staffRole: 'moderator' });
    const listed = mock(listStaffMembers, ({ query: { q } }) =>
      q === undefined || q === 'lev' ? [record()] : [],
    );
    mock(getMemberRecord, record());
    const { user, query } = renderApp('/console/members');
    const row = await screen.findByRole('button', { name: /lev_k/u });
    await user.type(screen.getByRole('searchbox', { name: 'Find members' }), 'lev');
    await waitFor(() => expect(listed.at(-1)?.query).toMatchObject({ q: 'lev' }));
    await user.click(row);
    expect(await screen.findByRole('heading', { level: 1, name: '@lev_k' })).toBeInTheDocument();
    expect(query()).toEqual({ q: 'lev', id: 'u-lev' });
    await user.type(screen.getByRole('searchbox', { name: 'Find members' }), 'x');
    expect(await screen.findByText('No member is found.')).toBeInTheDocument();
  });

  it('STF-041 have a record with sessions, cases and measures', async () => {
    open('moderator');
    expect(await screen.findByText(/203\.0\.113\.0\/24/u)).toBeInTheDocument();
    for (const text of ['not verified', 'in use', '2 MB', 'Too many lamps.', 'Content hidden: post']) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
    expect(screen.getByRole('link', { name: 'Case 7: Spam, post' })).toHaveAttribute(
      'href',
      '/console/reports?id=case-7',
    );
  });

  it('STF-042 are warned with a reason, and suspended for a time or without an end', async () => {
    const { user } = open('moderator');
    const taken = mock(takeMeasure, record({ isSuspended: true }));
    await user.click(await screen.findByRole('button', { name: 'Suspend' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend lev_k' }));
    await user.click(dialog.getByRole('button', { name: 'Suspend' }));
    expect(await dialog.findByText('Say why. The member reads it.')).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: /Reason/u }), 'Enough.');
    await user.click(dialog.getByRole('combobox', { name: 'Suspend until' }));
    await user.click(await screen.findByRole('option', { name: 'Without an end' }));
    await user.click(dialog.getByRole('button', { name: 'Suspend' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(taken[0]).toMatchObject({
      id: 'u-lev',
      body: { action: 'suspend', rule: 'other', reason: 'Enough.' },
    });
    expect(taken[0]?.body).not.toHaveProperty('until');
    await user.click(screen.getByRole('button', { name: 'Warn' }));
    const warning = within(await screen.findByRole('dialog', { name: 'Warn lev_k' }));
    expect(warning.queryByRole('combobox', { name: 'Suspend until' })).toBeNull();
  });

  it('STF-042 lose their sessions, and get back what a measure hid', async () => {
    const { user } = open('moderator');
    const ended = mock(endMemberSessions, record({ openSessions: [], sessions: 0 }));
    await user.click(await screen.findByRole('button', { name: 'End all sessions' }));
    expect(await screen.findByText('No open sessions.')).toBeInTheDocument();
    expect(ended).toHaveLength(1);
    const takenBack = mock(endMeasure, { ok: true });
    await user.click(screen.getByRole('button', { name: 'Take back: Content hidden: post' }));
    await waitFor(() => expect(takenBack).toMatchObject([{ id: 'm-1' }]));
    await waitFor(() => expect(useToast.getState().toast?.title).toBe('Measure taken back'));
  });

  it('STF-043 of the same or a higher role are not acted on', async () => {
    open('moderator', { staffRole: 'moderator' });
    expect(
      await screen.findByText('You cannot act on staff of the same or a higher role.'),
    ).toBeInTheDocument();
    for (const name of ['Warn', 'Suspend', 'Hide profile', 'End all sessions', 'Erase on request']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  it('STF-044 are erased by admins only, who type the Oni ID', async () => {
    const { user, query } = open('admin');
    const erased = mock(eraseMember, { ok: true });
    await user.click(await screen.findByRole('button', { name: 'Erase on request' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Erase @lev_k' }));
    await user.type(dialog.getByRole('textbox'), 'lev');
    await user.click(dialog.getByRole('button', { name: 'Erase the account' }));
    expect(await dialog.findByText('This is not the Oni ID of the member.')).toBeInTheDocument();
    expect(erased).toEqual([]);
    await user.type(dialog.getByRole('textbox'), '_K');
    await user.click(dialog.getByRole('button', { name: 'Erase the account' }));
    await waitFor(() => expect(query()).toEqual({}));
    expect(erased).toMatchObject([{ id: 'u-lev', body: { username: 'lev_K' } }]);
  });

  it('STF-044 are not erased by moderators', async () => {
    open('moderator');
    expect(await screen.findByRole('button', { name: 'Warn' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Erase on request' })).toBeNull();
  });

  it('STF-041 say that a record could not be loaded', async () => {
    signIn({ staffRole: 'moderator' });
    mock(listStaffMembers, []);
    mock(getMemberRecord, () => problem('not_found', 'Not found.'));
    renderApp('/console/members?id=u-gone');
    expect(await screen.findByText('Not found.')).toBeInTheDocument();
  });
});
