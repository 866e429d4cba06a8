import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  getConversation,
  getMemberCard,
  getProfile,
  listMemberImages,
  listMemberPosts,
  search,
  startConversation,
} from '@oniverse/contracts';
import { screen, waitFor } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { conversation } from '../../../testing/conversations.js';
import { installLayout } from '../../../testing/layout.js';
import { member, signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

const ottoProfile = { ...member({ id: 'u-otto', username: 'otto_n', displayName: null }), hasFeed: false };
const write = (name: string) => screen.findByRole('button', { name: `Write to ${name}` });

beforeEach(installLayout);
beforeEach(() => {
  mock(getProfile, ottoProfile);
  mock(listMemberPosts, []);
  mock(listMemberImages, []);
  mock(getConversation, conversation());
});

describe('Write', () => {
  it('TLK-445 opens the conversation with the member of a profile', async () => {
    signIn();
    const started = mock(startConversation, conversation());
    const { user, address } = renderApp('/u/otto_n');
    await user.click(await write('otto_n'));
    await waitFor(() => expect(address()).toBe('/direct/c-otto'));
    expect(started.map(({ body }) => body)).toEqual([{ userIds: ['u-otto'] }]);
  });

  it('TLK-445 says why it could not, and is absent for the member and for visitors', async () => {
    signIn();
    mock(startConversation, () => problem('quota_reached', 'Try again tomorrow.'));
    const view = renderApp('/u/otto_n');
    await view.user.click(await write('otto_n'));
    await screen.findByText('Try again tomorrow.');
    view.unmount();
    signIn({ id: 'u-otto', username: 'otto_n' });
    const own = renderApp('/u/otto_n');
    await screen.findByRole('link', { name: 'EDIT_PROFILE' });
    expect(screen.queryByRole('button', { name: /Write to/u })).not.toBeInTheDocument();
    own.unmount();
  });

  it('TLK-445 is absent for visitors', async () => {
    renderApp('/u/otto_n');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: /Write to/u })).not.toBeInTheDocument();
  });

  it('TLK-445 stands beside members that a search finds, and in their cards', async () => {
    signIn();
    mock(getMemberCard, {
      id: 'u-otto',
      username: 'otto_n',
      displayName: null,
      profileImageUrl: null,
      isOnline: false,
      strength: 0,
      sharedTags: [],
      sentence: null,
    });
    const { id, username, displayName, profileImageUrl } = ottoProfile;
    const item = { id, username, displayName, profileImageUrl, bio: null, excerpt: null };
    mock(search, { isComplete: true, members: { items: [item], nextCursor: null } });
    const { user } = renderApp('/search?q=otto');
    const found = await screen.findByRole('link', { name: /otto/u });
    expect(await write('otto_n')).toBeInTheDocument();
    await user.hover(found);
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Write to otto_n' })).toHaveLength(2));
  });
});
