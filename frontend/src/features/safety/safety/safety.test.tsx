import { describe, expect, it } from '@jest/globals';
import {
  blockMember,
  getHiddenMembers,
  getLinkDetails,
  getProfile,
  type HiddenMembers,
  listBlocks,
  listMemberImages,
  listMemberPosts,
  listMutes,
  muteMember,
  type PublicProfile,
  unblockMember,
  unmuteMember,
} from '@oniverse/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { startLive } from '../../../live/live.js';
import { problem } from '../../../testing/call-handler.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

const ID = '0193a000-0000-7000-8000-0000000000c1';
const AT = '2026-01-01T00:00:00.000Z';
const JUNO = { username: 'juno_9', displayName: 'Juno', profileImageUrl: null };
const PROFILE: PublicProfile = {
  id: ID,
  ...JUNO,
  bio: 'Draws maps.',
  profileMarkdown: '',
  userBadges: [],
  profileTheme: 'main-cyberpunk',
  profileThemeMode: 'dark',
  profileLinks: [],
  hasFeed: false,
  createdAt: AT,
};

/** Serves the profile of a member until the reader blocks them. Returns the changes that were sent. */
function serve(): { changes: string[]; hidden: HiddenMembers } {
  const changes: string[] = [];
  const hidden: HiddenMembers = { blocked: [], muted: [] };
  const listOf = (ids: readonly string[]) => ids.map((userId) => ({ userId, author: JUNO, since: AT }));
  const change = (what: string, name: keyof HiddenMembers, hide: boolean) => (sent: { userId: string }) => {
    expect(sent.userId).toBe(ID);
    changes.push(what);
    hidden[name] = hide ? [ID] : [];
    return { ok: true as const };
  };
  mock(getHiddenMembers, () => hidden);
  mock(listBlocks, () => listOf(hidden.blocked));
  mock(listMutes, () => listOf(hidden.muted));
  mock(blockMember, change('block', 'blocked', true));
  mock(unblockMember, change('unblock', 'blocked', false));
  mock(muteMember, change('mute', 'muted', true));
  mock(unmuteMember, change('unmute', 'muted', false));
  mock(getProfile, () => (hidden.blocked.length > 0 ? problem('not_found') : PROFILE));
  mock(listMemberPosts, []);
  mock(listMemberImages, []);
  mock(getLinkDetails, () => problem('not_found'));
  return { changes, hidden };
}

const openMenu = async ({ user }: ReturnType<typeof renderApp>, item: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for juno_9' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

describe('blocking and muting', () => {
  it('SAF-031 asks before a block, which makes the open profile vanish, and offers to undo it', async () => {
    signIn();
    const { changes } = serve();
    const view = renderApp('/u/juno_9');
    await openMenu(view, 'Block');
    expect(await screen.findByRole('alertdialog', { name: 'Block juno_9?' })).toHaveTextContent(
      'juno_9 is not notified',
    );
    await view.user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(changes).toEqual([]);
    await openMenu(view, 'Block');
    await view.user.click(await screen.findByRole('button', { name: 'Block' }));
    expect(await screen.findByText('juno_9 is blocked')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Draws maps.')).not.toBeInTheDocument());
    await view.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Draws maps.')).toBeInTheDocument();
    expect(changes).toEqual(['block', 'unblock']);
  });

  it('SAF-031 mutes at once, and ends a mute in the same menu', async () => {
    signIn();
    const { changes } = serve();
    const view = renderApp('/u/juno_9');
    await openMenu(view, 'Mute');
    expect(await screen.findByText('juno_9 is muted')).toBeInTheDocument();
    expect(screen.getByText('Draws maps.')).toBeInTheDocument();
    await openMenu(view, 'Unmute');
    expect(await screen.findByText('juno_9 is no longer muted')).toBeInTheDocument();
    expect(changes).toEqual(['mute', 'unmute']);
  });

  it('SAF-031 shows neither action to visitors', async () => {
    serve();
    renderApp('/u/juno_9');
    expect(await screen.findByText('Draws maps.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Actions for juno_9' })).not.toBeInTheDocument();
  });

  it('SAF-032 an open page follows a block by the other member, and its end', async () => {
    const live = new LiveServer();
    live.start();
    signIn();
    const { hidden } = serve();
    const { unmount } = renderApp('/u/juno_9');
    expect(await screen.findByText('Draws maps.')).toBeInTheDocument();
    act(() => {
      useConnection.setState({ status: 'idle' }, true);
      startLive();
    });
    await waitFor(() => expect(useConnection.getState().status).toBe('live'));
    hidden.blocked = [ID];
    live.io.emit('visibility:changed', {});
    await waitFor(() => expect(screen.queryByText('Draws maps.')).not.toBeInTheDocument());
    hidden.blocked = [];
    live.io.emit('visibility:changed', {});
    expect(await screen.findByText('Draws maps.', undefined, { timeout: 3_000 })).toBeInTheDocument();
    unmount();
    await live.stop();
  });

  it('SAF-033 the settings list blocked and muted members, and end both', async () => {
    signIn();
    const { changes, hidden } = serve();
    hidden.blocked = [ID];
    hidden.muted = [ID];
    const { user } = renderApp('/settings?tab=privacy');
    await user.click(await screen.findByRole('button', { name: 'Unblock Juno' }));
    expect(await screen.findByText('Nobody is blocked.')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Unmute Juno' }));
    expect(await screen.findByText('Nobody is muted.')).toBeInTheDocument();
    expect(changes).toEqual(['unblock', 'unmute']);
  });
});
