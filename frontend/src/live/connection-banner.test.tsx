import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { ConnectionBadge, ConnectionBanner } from './connection-banner.js';
import { type Connection, useConnection } from './connection.store.js';

const show = (connection: Connection) => act(() => useConnection.setState(connection, true));

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});

describe('the connection banner', () => {
  it('LIV-009 counts down to the next attempt and offers to try now', () => {
    render(<ConnectionBanner />);
    show({ status: 'lost', retryAt: 3_000 });
    expect(screen.getByText('connection lost, retrying in 3 s')).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(1_000));
    expect(screen.getByText('connection lost, retrying in 2 s')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Retry now' })).toBeInTheDocument();
  });

  it('reports that the device is offline', () => {
    render(<ConnectionBanner />);
    show({ status: 'offline' });
    expect(screen.getByRole('status')).toHaveTextContent('you appear to be offline');
  });

  it('is empty while the connection is live', () => {
    render(<ConnectionBanner />);
    show({ status: 'live' });
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('has a badge that names the status', () => {
    render(<ConnectionBadge />);
    show({ status: 'live' });
    expect(screen.getByText('live')).toHaveClass('badge--on');
    show({ status: 'lost', retryAt: 1 });
    expect(screen.getByText('lost')).not.toHaveClass('badge--on');
  });
});
