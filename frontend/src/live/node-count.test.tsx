import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { storeSession } from '../api/stored-session.js';
import { LiveServer } from '../testing/live-server.js';
import { getConnection } from './connection.store.js';
import { retryNow } from './live.js';
import { useLiveNodeCount } from './node-count.js';

let live: LiveServer;
const Count = () => <p>{useLiveNodeCount() ?? 'unknown'}</p>;

beforeEach(() => {
  live = new LiveServer();
  live.waitlistCount = 3;
  live.start();
});

describe('the live node count', () => {
  it('LIV-004 is unknown at first, then follows the server’s events without a session', async () => {
    render(<Count />);
    expect(screen.getByText('unknown')).toBeInTheDocument();
    expect(await screen.findByText('3')).toBeInTheDocument();
    live.io.to('waitlist').emit('waitlist:count', { count: 4 });
    expect(await screen.findByText('4')).toBeInTheDocument();
  });

  it('LIV-004 LIV-009 is requested again after a reconnect', async () => {
    render(<Count />);
    expect(await screen.findByText('3')).toBeInTheDocument();
    live.waitlistCount = 9;
    live.disconnectAll();
    await waitFor(() => expect(getConnection().status).toBe('lost'));
    act(() => retryNow());
    expect(await screen.findByText('9')).toBeInTheDocument();
  });

  it('LIV-004 is shown to a visitor with an expired session', async () => {
    storeSession('run-out');
    live.waitlistCount = 5;
    render(<Count />);
    expect(await screen.findByText('5')).toBeInTheDocument();
  });
});
