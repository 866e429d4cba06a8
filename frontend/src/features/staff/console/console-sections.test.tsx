import { describe, expect, it } from '@jest/globals';
import {
  archiveServer,
  confirmIdentity,
  createAnnouncement,
  createPublicServer,
  createRegistrationInvite,
  getAccountSecurity,
  getProofOfWork,
  getRegistration,
  inviteFromWaitlist,
  limitStorage,
  listAnnouncements,
  listPublicServers,
  listRegistrationInvites,
  listStaff,
  listStorage,
  listWaitlist,
  type RegistrationMode,
  removeFromWaitlist,
  removeStaff,
  restoreServer,
  type ServerView,
  setProofOfWork,
  setRegistration,
  setStaffRole,
  type TeamMemberView,
  type StorageUsage,
  type WaitlistEntryView,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { member, signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { security } from '../../../testing/security.js';
import { serverView } from '../../../testing/servers.js';

const AT = '2026-11-20T20:00:00.000Z';
const LATER = '2099-01-01T00:00:00.000Z';
const CODE = 'pVwJ0mQZ3bXfS4l1mJx3z3H2s9r0V5cT7uYwKqNiA8E';
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const confirmIn = async (name: string) => within(await screen.findByRole('alertdialog', { name }));

describe('the console', () => {
  it('STF-005 shows the sections of administrators to them only', async () => {
    signIn({ staffRole: 'moderator' });
    mock(listAnnouncements, []);
    renderApp('/console/announcements');
    expect(await screen.findByRole('link', { name: 'Waitlist' })).toBeInTheDocument();
    for (const name of ['Registration', 'Storage', 'Staff']) {
      expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
    }
  });
});

describe('dimensions in the console', () => {
  const harbour = (given: Partial<ServerView> = {}): ServerView => ({
    ...serverView('member'),
    id: 's-harbour',
    name: 'Harbour',
    isPublic: true,
    membership: null,
    ...given,
  });

  it('STF-050 are created, and STF-051 archived and returned', async () => {
    signIn({ staffRole: 'moderator' });
    let shown = harbour();
    mock(listPublicServers, () => [shown]);
    const created = mock(createPublicServer, harbour());
    const { user } = renderApp('/console/dimensions');
    await user.click(await screen.findByRole('button', { name: 'New dimension' }));
    const form = await dialog('New public dimension');
    await user.type(form.getByLabelText('name'), 'Pier');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(created).toMatchObject([{ body: { name: 'Pier', description: null } }]));
    mock(archiveServer, () => (shown = harbour({ archivedAt: AT })));
    await user.click(await screen.findByRole('button', { name: 'Archive Harbour' }));
    await user.click(
      (await confirmIn('Archive Harbour?')).getByRole('button', { name: 'Archive dimension' }),
    );
    mock(restoreServer, () => (shown = harbour()));
    await user.click(await screen.findByRole('button', { name: 'Return Harbour from the archive' }));
    expect(await screen.findByRole('button', { name: 'Archive Harbour' })).toBeInTheDocument();
  });

  it('STF-003 ask who one is where the server needs to know, and then go on', async () => {
    signIn({ staffRole: 'moderator' });
    mock(getAccountSecurity, security());
    mock(listPublicServers, [harbour({ archivedAt: AT })]);
    let isConfirmed = false;
    const restored = mock(restoreServer, () =>
      isConfirmed ? harbour() : problem('reauthentication_required'),
    );
    mock(confirmIdentity, () => {
      isConfirmed = true;
      return { until: LATER, sessionId: 'known-session' };
    });
    const { user } = renderApp('/console/dimensions');
    await user.click(await screen.findByRole('button', { name: 'Return Harbour from the archive' }));
    const question = await dialog('Confirm it is you');
    await user.type(question.getByLabelText('Password'), 'Night@1ngale');
    await user.click(question.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(restored).toHaveLength(2));
  });
});

describe('announcements in the console', () => {
  it('STF-052 are made with a start and an end, and show what the server refuses', async () => {
    signIn({ staffRole: 'moderator' });
    mock(listAnnouncements, []);
    const made = mock(createAnnouncement, ({ body }) =>
      body?.title === 'Over.'
        ? new Response(
            JSON.stringify({ code: 'validation_failed', message: 'No.', fields: { endsAt: 'It is over.' } }),
            { status: 400, headers: { 'content-type': 'application/json' } },
          )
        : { id: 'a-1', title: '', text: null, link: null, startsAt: AT, endsAt: LATER },
    );
    const { user } = renderApp('/console/announcements');
    await user.click(await screen.findByRole('button', { name: 'Announce' }));
    const form = await dialog('New announcement');
    await user.type(form.getByLabelText('title'), 'Over.');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/It is over\./)).toBeInTheDocument();
    await user.clear(form.getByLabelText('title'));
    await user.type(form.getByLabelText('title'), 'Maintenance.');
    await user.type(form.getByLabelText(/^details/), '/instructions');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(made).toHaveLength(2));
    expect(made[1]?.body).toEqual({
      title: 'Maintenance.',
      link: '/instructions',
      startsAt: expect.stringMatching(/Z$/),
      endsAt: expect.stringMatching(/Z$/),
    });
  });
});

describe('the waitlist in the console', () => {
  const entry = (given: Partial<WaitlistEntryView> = {}): WaitlistEntryView => ({
    id: 'w-1',
    email: 'noor@example.org',
    oniId: 'noor',
    createdAt: AT,
    invitedAt: null,
    inviteExpiresAt: null,
    joinedAt: null,
    ...given,
  });

  it('STF-053 shows the link of an invitation once where the site cannot mail, and removes an entry', async () => {
    signIn({ staffRole: 'moderator' });
    let entries = [entry()];
    mock(listWaitlist, () => entries);
    mock(inviteFromWaitlist, () => {
      entries = [entry({ invitedAt: AT, inviteExpiresAt: LATER })];
      return { isMailed: false, code: CODE, url: `https://oniverse.example/auth#${CODE}`, expiresAt: LATER };
    });
    const { user } = renderApp('/console/waitlist');
    await user.click(await screen.findByRole('button', { name: 'Invite noor@example.org' }));
    const link = await dialog('Pass this link on');
    expect(link.getByLabelText('link')).toHaveValue(`https://oniverse.example/auth#${CODE}`);
    await user.click(link.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText(/^invited, until/)).toBeInTheDocument();
    mock(removeFromWaitlist, () => {
      entries = [];
      return { ok: true };
    });
    await user.click(screen.getByRole('button', { name: 'Remove noor@example.org' }));
    const question = await confirmIn('Remove noor@example.org?');
    await user.click(question.getByRole('button', { name: 'Remove entry' }));
    expect(await screen.findByText('Nobody waits.')).toBeInTheDocument();
  });
});

describe('registration in the console', () => {
  it('STF-054 is opened, closed and left to invitations, which are made and listed', async () => {
    signIn({ staffRole: 'admin' });
    let mode: RegistrationMode = 'open';
    mock(getRegistration, () => ({ mode }));
    mock(getProofOfWork, { isOn: false, isConfigured: true });
    mock(listRegistrationInvites, [
      { id: 'i-1', email: null, createdBy: null, createdAt: AT, expiresAt: LATER },
    ]);
    const set = mock(setRegistration, ({ body }) => {
      mode = body?.mode ?? mode;
      return { mode };
    });
    mock(createRegistrationInvite, {
      isMailed: false,
      code: CODE,
      url: `https://oniverse.example/auth#${CODE}`,
      expiresAt: LATER,
    });
    const { user } = renderApp('/console/registration');
    await user.click(await screen.findByRole('radio', { name: /^By invitation/ }));
    await waitFor(() => expect(screen.getByRole('radio', { name: /^By invitation/ })).toBeChecked());
    expect(set).toMatchObject([{ body: { mode: 'invite' } }]);
    expect(
      await screen.findByRole('button', { name: 'Revoke the invitation: For anyone with the link' }),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'New invitation' }));
    expect((await dialog('Pass this link on')).getByLabelText('link')).toHaveValue(
      `https://oniverse.example/auth#${CODE}`,
    );
  });
});

describe('proofs of work in the console', () => {
  it('STF-104 are switched on beside registration', async () => {
    signIn({ staffRole: 'admin' });
    let isOn = false;
    mock(getRegistration, { mode: 'open' });
    mock(listRegistrationInvites, []);
    mock(getProofOfWork, () => ({ isOn, isConfigured: false }));
    const set = mock(setProofOfWork, ({ body }) => {
      isOn = body?.isOn ?? isOn;
      return { isOn, isConfigured: false };
    });
    const { user } = renderApp('/console/registration');
    const name = 'Ask browsers for a little work';
    await user.click(await screen.findByRole('switch', { name }));
    await waitFor(() => expect(screen.getByRole('switch', { name })).toBeChecked());
    expect(set).toMatchObject([{ body: { isOn: true } }]);
  });
});

describe('storage in the console', () => {
  const MIB = 1_024 ** 2;
  const usage: StorageUsage = {
    userId: 'u-noor',
    username: 'noor',
    displayName: null,
    profileImageUrl: null,
    pictures: 31,
    pictureBytes: 18 * MIB,
    pictureLimit: 500 * MIB,
    hasOwnPictureLimit: false,
    attachmentBytes: 5 * MIB,
    attachmentLimit: 100 * MIB,
    hasOwnAttachmentLimit: true,
  };

  it('STF-055 shows what members store, and STF-056 gives one a limit', async () => {
    signIn({ staffRole: 'admin' });
    mock(listStorage, [usage]);
    const limited = mock(limitStorage, usage);
    const { user } = renderApp('/console/storage');
    expect(await screen.findByText('31 pictures, 18 MB of 500 MB')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Limits of noor' }));
    const form = await dialog('Limits of noor');
    expect(form.getByLabelText(/^files of/)).toHaveValue('100');
    await user.clear(form.getByLabelText(/^files of/));
    await user.type(form.getByLabelText('album'), '0');
    await user.click(form.getByRole('button', { name: 'Save limits' }));
    expect(await form.findByText(/Enter a whole number of MB from 1/)).toBeInTheDocument();
    await user.type(form.getByLabelText('album'), '{Backspace}250');
    await user.click(form.getByRole('button', { name: 'Save limits' }));
    await waitFor(() =>
      expect(limited).toMatchObject([{ body: { pictureMegabytes: 250, attachmentMegabytes: null } }]),
    );
  });
});

describe('the staff in the console', () => {
  const staff = (username: string, given: Partial<TeamMemberView> = {}): TeamMemberView => ({
    userId: `u-${username}`,
    username,
    displayName: null,
    profileImageUrl: null,
    role: 'moderator',
    hasFactor: true,
    ...given,
  });

  it('STF-057 is added, promoted and removed, but no other administrator is', async () => {
    signIn({ staffRole: 'admin' });
    const self = staff('vesper', { userId: member().id, role: 'admin' });
    mock(listStaff, [self, staff('lotta', { role: 'admin' }), staff('noor', { hasFactor: false })]);
    const given = mock(setStaffRole, ({ body }) => staff(String(body?.username)));
    const removed = mock(removeStaff, { ok: true });
    const { user } = renderApp('/console/staff');
    expect(await screen.findByText('no second factor yet')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Take lotta off the staff' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Take vesper off the staff' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Make administrator' }));
    await waitFor(() => expect(given).toMatchObject([{ body: { username: 'noor', role: 'admin' } }]));
    await user.click(screen.getByRole('button', { name: 'Add staff' }));
    const form = await dialog('Add to the staff');
    await user.type(form.getByLabelText('Oni ID'), 'marlow');
    await user.click(form.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(given).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Take noor off the staff' }));
    const question = await confirmIn('Take noor off the staff?');
    await user.click(question.getByRole('button', { name: 'Take off the staff' }));
    await waitFor(() => expect(removed).toMatchObject([{ userId: 'u-noor' }]));
  });
});
