import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  addChannelGroup,
  addChannelMember,
  createChannel,
  type GroupView,
  listChannelMembers,
  listChannels,
  listGroups,
  listMembers,
  listServers,
  type NamedMemberView,
  removeChannelMember,
  updateChannel,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { installLayout } from '../../../testing/layout.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { channelView, groupView, serverView } from '../../../testing/servers.js';

const at = '2026-01-01T00:00:00.000Z';
const watch = groupView('night_watch');
const juno = { userId: 'u-juno', username: 'juno_9', displayName: null, profileImageUrl: null };

function serve(isPrivate: boolean) {
  const stored = {
    channels: [channelView('general', { isDefault: true }), channelView('attic', { isPrivate })],
    members: [] as NamedMemberView[],
    groups: [] as GroupView[],
  };
  mock(listServers, [serverView('moderator')]);
  mock(listChannels, () => stored.channels);
  mock(listMembers, [{ ...juno, role: 'member', online: false, joinedAt: at }]);
  mock(listGroups, ({ query }) => (query.channel === undefined ? [watch] : stored.groups));
  mock(listChannelMembers, () => stored.members);
  const updated = mock(updateChannel, ({ body }) => {
    stored.channels = stored.channels.map((one) =>
      one.isDefault ? one : { ...one, isPrivate: body?.isPrivate ?? one.isPrivate },
    );
    return stored.channels[1]!;
  });
  return { stored, updated };
}

async function openReaders(isPrivate: boolean) {
  const served = serve(isPrivate);
  const { user } = renderApp('/dimensions/private?server=s-own&channel=c-attic');
  await user.click(await screen.findByRole('button', { name: 'Manage #attic' }));
  await user.click(screen.getByRole('menuitem', { name: 'Who reads it' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Who reads #attic' }));
  return { ...served, user, dialog };
}

beforeEach(installLayout);
beforeEach(() => {
  signIn();
});

describe('who reads a channel', () => {
  it('TLK-247 becomes private at once, and names groups and members', async () => {
    const { user, dialog, stored, updated } = await openReaders(false);
    expect(dialog.queryByRole('searchbox')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('switch', { name: 'Private channel' }));
    await waitFor(() => expect(updated).toMatchObject([{ body: { isPrivate: true } }]));
    const added = mock(addChannelGroup, () => {
      stored.groups = [watch];
      return { ok: true };
    });
    await user.click(await dialog.findByRole('button', { name: 'night_watch', pressed: false }));
    expect(await dialog.findByRole('button', { name: 'night_watch', pressed: true })).toBeInTheDocument();
    expect(added).toMatchObject([{ id: 'c-attic', groupId: watch.id }]);

    expect(dialog.getByText('Nobody is named yet.')).toBeInTheDocument();
    mock(addChannelMember, ({ userId }) => {
      stored.members = [{ ...juno, userId, addedAt: at }];
      return { ok: true };
    });
    await user.type(dialog.getByRole('searchbox'), 'juno');
    await user.click(await dialog.findByRole('button', { name: 'Add @juno_9' }));
    mock(removeChannelMember, () => {
      stored.members = [];
      return { ok: true };
    });
    await user.click(await dialog.findByRole('button', { name: 'Remove @juno_9' }));
    expect(await dialog.findByText('Nobody is named yet.')).toBeInTheDocument();
  });

  it('TLK-247 opens to everyone only after a question', async () => {
    const { user, dialog, updated } = await openReaders(true);
    expect(screen.getByRole('link', { name: /attic private/u, hidden: true })).toBeInTheDocument();
    await user.click(dialog.getByRole('switch', { name: 'Private channel' }));
    const question = await screen.findByRole('alertdialog', { name: 'Open #attic to everyone' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(updated).toEqual([]);
    await user.click(dialog.getByRole('switch', { name: 'Private channel' }));
    await user.click(await screen.findByRole('button', { name: 'Open channel' }));
    await waitFor(() => expect(updated).toMatchObject([{ body: { isPrivate: false } }]));
    await waitFor(() => expect(dialog.queryByRole('searchbox')).not.toBeInTheDocument());
  });

  it('TLK-247 is not asked of the default channel, and a channel can be private from the start', async () => {
    const { stored } = serve(false);
    const { user } = renderApp('/dimensions/private?server=s-own&channel=c-general');
    await user.click(await screen.findByRole('button', { name: 'Manage #general' }));
    expect(screen.queryByRole('menuitem', { name: 'Who reads it' })).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    const created = mock(createChannel, ({ body }) => {
      const made = channelView(body?.name ?? '', { isPrivate: body?.isPrivate ?? false });
      stored.channels.push(made);
      return made;
    });
    await user.click(screen.getByRole('button', { name: 'Manage Back room' }));
    await user.click(screen.getByRole('menuitem', { name: 'New channel' }));
    const form = within(await screen.findByRole('dialog', { name: 'New channel' }));
    await user.type(form.getByLabelText('name'), 'cellar');
    await user.click(form.getByRole('combobox', { name: 'who reads it' }));
    await user.click(await screen.findByRole('option', { name: /^Only staff/u }));
    await user.click(form.getByRole('button', { name: 'Create channel' }));
    await waitFor(() => expect(created).toMatchObject([{ body: { name: 'cellar', isPrivate: true } }]));
  });
});
