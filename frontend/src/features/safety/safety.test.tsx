import { describe, expect, it } from '@jest/globals';
import type { HiddenMembers, PublicProfile } from '@oniverse/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useConnection } from '../../live/connection.store.js';
import { startLive } from '../../live/live.js';
import { LiveServer } from '../../testing/live-server.js';
import { signIn } from '../../testing/members.js';
import { renderApp } from '../../testing/render.js';
import { server } from '../../testing/server.js';

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
  const listOf = (ids: readonly string[]) =>
    HttpResponse.json(ids.map((userId) => ({ userId, author: JUNO, since: AT })));
  const missing = () =>
    HttpResponse.json({ statusCode: 404, code: 'not_found', message: 'Not found.' }, { status: 404 });
  const change = (name: 'blocked' | 'muted', hide: boolean) => (info: { request: Request }) => {
    changes.push(`${info.request.method} ${new URL(info.request.url).pathname}`);
    hidden[name] = hide ? [ID] : [];
    return HttpResponse.json({ ok: true });
  };
  server.use(
    http.get('/api/hidden-members', () => HttpResponse.json(hidden)),
    http.get('/api/blocks', () => listOf(hidden.blocked)),
    http.get('/api/mutes', () => listOf(hidden.muted)),
    http.put('/api/blocks/:id', change('blocked', true)),
    http.delete('/api/blocks/:id', change('blocked', false)),
    http.put('/api/mutes/:id', change('muted', true)),
    http.delete('/api/mutes/:id', change('muted', false)),
    http.get('/api/users/juno_9', () => (hidden.blocked.length > 0 ? missing() : HttpResponse.json(PROFILE))),
    http.get('/api/users/juno_9/posts', () => HttpResponse.json([])),
    http.get('/api/users/juno_9/images', () => HttpResponse.json([])),
    http.get('/api/users/juno_9/line', missing),
  );
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
    expect(changes).toEqual([`PUT /api/blocks/${ID}`, `DELETE /api/blocks/${ID}`]);
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
    expect(changes).toEqual([`PUT /api/mutes/${ID}`, `DELETE /api/mutes/${ID}`]);
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
    await user.click(await screen.findByRole('button', { name: 'Unblock juno_9' }));
    expect(await screen.findByText('Nobody is blocked.')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Unmute juno_9' }));
    expect(await screen.findByText('Nobody is muted.')).toBeInTheDocument();
    expect(changes).toEqual([`DELETE /api/blocks/${ID}`, `DELETE /api/mutes/${ID}`]);
  });
});
