import { describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { createQueryClient } from '../api/query-client.js';
import { LiveServer } from '../testing/live-server.js';
import { type Connection, getConnection, useConnection } from './connection.store.js';
import { startLive } from './live.js';
import { OfflineNotice } from './offline-notice.js';

const connect = (connection: Connection) => act(() => useConnection.setState(connection, true));

function setOnline(isOnline: boolean) {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

const renderNotice = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <OfflineNotice />
    </QueryClientProvider>,
  );

describe('OfflineNotice', () => {
  it('NXT-328 says at once that the device is offline, and goes when it is back', async () => {
    new LiveServer().start();
    renderNotice();
    act(startLive);
    await waitFor(() => expect(getConnection().status).toBe('live'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    setOnline(false);
    expect(screen.getByRole('alert')).toHaveTextContent('You appear to be offline.');
    setOnline(true);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('NXT-328 says that the connection is lost, until it is back', () => {
    renderNotice();
    connect({ status: 'connecting' });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    connect({ status: 'lost', retryAt: 1 });
    connect({ status: 'connecting' });
    expect(screen.getByRole('alert')).toHaveTextContent('Connection lost');
    connect({ status: 'live' });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
