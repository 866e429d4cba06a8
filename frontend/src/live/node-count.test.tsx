import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { storeSession } from '../api/stored-session.js';
import { LiveServer } from '../testing/live-server.js';
import { connectionNow } from './connection.store.js';
import { retryNow } from './live.js';
import { useLiveNodeCount } from './node-count.js';

let live: LiveServer;
const Count = () => <p>{useLiveNodeCount() ?? 'unknown'}</p>;

beforeEach(() => {
  live = new LiveServer();
  live.count = 3;
  live.start();
});
afterEach(() => live.stop());

describe('the live node count', () => {
  it('LIV-004 is unknown at first, then follows the server without a session', async () => {
    render(<Count />);
    expect(screen.getByText('unknown')).toBeInTheDocument();
    expect(await screen.findByText('3')).toBeInTheDocument();
    live.io.to('waitlist').emit('waitlist:count', { count: 4 });
    expect(await screen.findByText('4')).toBeInTheDocument();
  });

  it('LIV-004 LIV-009 is asked for again after a reconnect', async () => {
    render(<Count />);
    expect(await screen.findByText('3')).toBeInTheDocument();
    live.count = 9;
    live.cutOff();
    await waitFor(() => expect(connectionNow().status).toBe('lost'));
    act(() => retryNow());
    expect(await screen.findByText('9')).toBeInTheDocument();
  });

  it('LIV-004 is there for a visitor whose session has run out', async () => {
    storeSession('run-out');
    live.count = 5;
    render(<Count />);
    expect(await screen.findByText('5')).toBeInTheDocument();
  });
});
