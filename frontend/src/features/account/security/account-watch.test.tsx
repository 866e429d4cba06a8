import { beforeEach, describe, expect, it } from '@jest/globals';
import { getCurrentUser, listAccountActivity, listSessions } from '@oniverse/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { startLive } from '../../../live/live.js';
import { LiveServer } from '../../../testing/live-server.js';
import { member } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { openSecurity } from '../../../testing/open-security.js';
import { activity, passkey, session } from '../../../testing/security.js';

describe('AccountWatch', () => {
  let live: LiveServer;

  beforeEach(() => {
    live = new LiveServer();
    live.sessions.set('known-session', member().id);
    live.start();
  });

  async function openLive() {
    const view = await openSecurity();
    // The test harness disables the socket.
    act(() => {
      useConnection.setState({ status: 'idle' }, true);
      startLive();
    });
    await waitFor(() => expect(live.io.sockets.sockets.size).toBe(1));
    await waitFor(() => expect(useConnection.getState().status).toBe('live'));
    return view;
  }

  it('ACC-154 shows what another device changed', async () => {
    const { account } = await openLive();
    account.passkeys = [passkey({ name: 'Phone' })];
    mock(getCurrentUser, member({ email: 'new@example.org' }));
    mock(listSessions, [session()]);
    mock(listAccountActivity, [activity({ kind: 'passkey_added', detail: 'Phone' })]);
    // The listener loads after the page.
    await waitFor(() => {
      live.io.emit('account:changed', {});
      expect(screen.getByText('new@example.org')).toBeInTheDocument();
    });
    expect(await screen.findByText('Phone')).toBeInTheDocument();
    expect(await screen.findByText('this session')).toBeInTheDocument();
    expect(await screen.findByText('Passkey added: Phone')).toBeInTheDocument();
  });

  it('ACC-154 fetches what the tab shows again after a reconnect', async () => {
    const { account } = await openLive();
    account.passkeys = [passkey({ name: 'Phone' })];
    live.disconnectAll();
    expect(await screen.findByText('Phone')).toBeInTheDocument();
  });
});
