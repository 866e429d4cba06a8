import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  addGroupMember,
  createGroup,
  deleteGroup,
  type NamedMemberView,
  type GroupView,
  listChannels,
  listGroupMembers,
  listGroups,
  listMembers,
  listServers,
  listTimeOuts,
  type MemberView,
  removeGroupMember,
  type ServerRole,
  updateGroup,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { installLayout } from '../../../testing/layout.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { channelView, groupView, serverView } from '../../../testing/servers.js';

const at = '2026-01-01T00:00:00.000Z';
const member = (username: string, role: ServerRole): MemberView => ({
  userId: `u-${username}`,
  username,
  displayName: null,
  profileImageUrl: null,
  role,
  online: false,
  joinedAt: at,
});
function serve(role: ServerRole, groups: GroupView[]) {
  const stored = { groups, members: [] as NamedMemberView[] };
  mock(listServers, [serverView(role)]);
  mock(listChannels, [channelView('general', { isDefault: true })]);
  mock(listMembers, [member('juno_9', 'member'), member('otto_n', 'moderator')]);
  mock(listTimeOuts, []);
  const belongs = (userId: string) => stored.members.some((one) => one.userId === userId);
  mock(listGroups, ({ query: { member: only } }) =>
    only === undefined || belongs(only) ? stored.groups : [],
  );
  mock(listGroupMembers, () => stored.members);
  const added = mock(addGroupMember, ({ userId }) => {
    const { username, displayName, profileImageUrl } = member(userId.slice(2), 'member');
    stored.members = [{ userId, username, displayName, profileImageUrl, addedAt: at }];
    return { ok: true };
  });
  const removed = mock(removeGroupMember, () => {
    stored.members = [];
    return { ok: true };
  });
  return { stored, added, removed };
}

async function openGroups(role: ServerRole, groups: GroupView[]) {
  const served = serve(role, groups);
  const { user } = renderApp('/dimensions/private?server=s-own');
  await user.click(await screen.findByRole('button', { name: 'Manage Back room' }));
  await user.click(screen.getByRole('menuitem', { name: 'Groups' }));
  return { ...served, user, dialog: within(await screen.findByRole('dialog', { name: 'Groups' })) };
}

beforeEach(installLayout);
beforeEach(() => {
  signIn();
});

describe('the groups of a dimension', () => {
  it('TLK-242 are created with a name and a colour, changed and deleted', async () => {
    const { user, dialog, stored } = await openGroups('owner', []);
    expect(await dialog.findByText('There are no groups yet.')).toBeInTheDocument();
    const created = mock(createGroup, ({ body }) => {
      stored.groups = [groupView(body?.name ?? '', { color: body?.color ?? 'accent' })];
      return stored.groups[0]!;
    });
    await user.click(dialog.getByRole('button', { name: 'New group' }));
    const form = within(await screen.findByRole('dialog', { name: 'New group' }));
    await user.type(form.getByLabelText('name'), 'night watch');
    await user.click(form.getByRole('button', { name: 'Create group' }));
    expect(await form.findByText(/letters from a to z/u, { selector: '.error' })).toBeInTheDocument();
    await user.clear(form.getByLabelText('name'));
    await user.type(form.getByLabelText('name'), 'night_watch');
    await user.click(form.getByRole('radio', { name: 'Warm' }));
    await user.click(form.getByRole('button', { name: 'Create group' }));
    expect(await dialog.findByText('night_watch')).toBeInTheDocument();
    expect(created).toMatchObject([{ body: { name: 'night_watch', color: 'warm', mentionableBy: 'staff' } }]);
    mock(updateGroup, () =>
      HttpResponse.json(
        { code: 'validation_failed', message: 'Taken.', fields: { name: 'Taken.' } },
        { status: 400 },
      ),
    );
    await user.click(dialog.getByRole('button', { name: 'Edit the group night_watch' }));
    const edit = within(await screen.findByRole('dialog', { name: 'Edit group' }));
    await user.click(edit.getByRole('button', { name: 'Save' }));
    expect(await edit.findByText('Taken.')).toBeInTheDocument();
    await user.click(edit.getByRole('button', { name: 'Cancel' }));
    mock(deleteGroup, () => {
      stored.groups = [];
      return { ok: true };
    });
    await user.click(dialog.getByRole('button', { name: 'Delete the group night_watch' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Delete group' }));
    expect(await dialog.findByText('There are no groups yet.')).toBeInTheDocument();
  });

  it('TLK-242 get members by a search, and lose them', async () => {
    const { user, dialog, added, removed } = await openGroups('moderator', [groupView('night_watch')]);
    await user.click(await dialog.findByRole('button', { name: 'Members of the group night_watch' }));
    const members = within(await screen.findByRole('dialog', { name: 'Members of night_watch' }));
    expect(await members.findByText('Nobody belongs to it yet.')).toBeInTheDocument();
    const search = members.getByRole('searchbox', { name: 'Find a member to add' });
    // Only the owner adds staff.
    await user.type(search, 'otto');
    expect(await members.findByText('No members found.')).toBeInTheDocument();
    await user.clear(search);
    await user.type(search, 'juno');
    await user.click(await members.findByRole('button', { name: 'Add @juno_9' }));
    await user.click(await members.findByRole('button', { name: 'Remove @juno_9' }));
    expect(await members.findByText('Nobody belongs to it yet.')).toBeInTheDocument();
    expect([added, removed]).toMatchObject([
      [{ id: 'g-night_watch', userId: 'u-juno_9' }],
      [{ id: 'g-night_watch', userId: 'u-juno_9' }],
    ]);
  });

  it('TLK-242 are not changed by a moderator if staff belongs to them', async () => {
    const { dialog, user } = await openGroups('moderator', [groupView('lookouts', { hasStaff: true })]);
    expect(await dialog.findByRole('button', { name: 'Members of the group lookouts' })).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Edit the group lookouts' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Members of the group lookouts' }));
    expect(await screen.findByText(/^Only the owner changes it/u)).toBeInTheDocument();
  });

  it('TLK-249 are for staff to mention, until staff lets all members do it', async () => {
    const { user, dialog, stored } = await openGroups('moderator', [groupView('night_watch')]);
    const updated = mock(updateGroup, ({ body }) => {
      stored.groups = [groupView('night_watch', { mentionableBy: body?.mentionableBy ?? 'staff' })];
      return stored.groups[0]!;
    });
    await user.click(await dialog.findByRole('button', { name: 'Edit the group night_watch' }));
    const edit = within(await screen.findByRole('dialog', { name: 'Edit group' }));
    const choices = within(edit.getByRole('group', { name: 'who may mention it' }));
    expect(choices.getByRole('radio', { name: 'The owner and moderators' })).toBeChecked();
    await user.click(choices.getByRole('radio', { name: 'All members' }));
    await user.click(edit.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit group' })).toBeNull());
    expect(updated).toMatchObject([{ body: { mentionableBy: 'members' } }]);
  });

  it('TLK-243 are in the card of a member, where staff switch them', async () => {
    const { added } = serve('owner', [groupView('night_watch', { color: 'warm' })]);
    const { user } = renderApp('/dimensions/private?server=s-own');
    await user.click(await screen.findByRole('button', { name: 'Manage Back room' }));
    await user.click(screen.getByRole('menuitem', { name: 'All members' }));
    const list = within(await screen.findByRole('dialog', { name: 'Members' }));
    await user.click(await list.findByRole('button', { name: /juno_9/u }));
    const card = within(await screen.findByRole('dialog', { name: '@juno_9' }));
    await user.click(await card.findByRole('button', { name: 'night_watch', pressed: false }));
    await waitFor(() =>
      expect(card.getByRole('button', { name: 'night_watch', pressed: true })).toBeEnabled(),
    );
    expect(added).toMatchObject([{ id: 'g-night_watch', userId: 'u-juno_9' }]);
  });

  it('TLK-243 are marks for members without a role, who do not see how to change them', async () => {
    const { stored } = serve('member', [groupView('night_watch')]);
    stored.members = [
      { userId: 'u-juno_9', username: 'juno_9', displayName: null, profileImageUrl: null, addedAt: at },
    ];
    const { user } = renderApp('/dimensions/private?server=s-own');
    await user.click(await screen.findByRole('button', { name: 'Manage Back room' }));
    expect(screen.queryByRole('menuitem', { name: 'Groups' })).toBeNull();
    await user.click(screen.getByRole('menuitem', { name: 'All members' }));
    const list = within(await screen.findByRole('dialog', { name: 'Members' }));
    await user.click(await list.findByRole('button', { name: /juno_9/u }));
    const marks = within(await screen.findByRole('group', { name: 'Groups' }));
    expect(marks.getByText('night_watch')).toBeInTheDocument();
    expect(marks.queryByRole('button')).toBeNull();
  });
});
