import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { getCurrentUser } from '@oniverse/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { getConnection } from '../live/connection.store.js';
import { startLive } from '../live/live.js';
import { problem } from '../testing/call-handler.js';
import { member, signIn } from '../testing/members.js';
import { mock } from '../testing/mock.js';
import { renderApp } from '../testing/render.js';
import { endPage, pageLoad } from './page-end.js';
import { refreshSession, SESSION_KEY } from './session.js';

const heading = () => screen.findByRole('heading', { level: 1, name: /@vesper$/ });
const isCovered = () => {
  expect(screen.queryByText('vesper')).not.toBeInTheDocument();
  expect(document.title).toBe('One moment, Oniverse');
};

let reload: jest.SpiedFunction<typeof pageLoad.reload>;
beforeEach(() => {
  reload = jest.spyOn(pageLoad, 'reload').mockImplementation(() => undefined);
});

async function openAsMember() {
  signIn();
  const app = renderApp('/profile');
  await heading();
  return app;
}

describe('the end of a page', () => {
  it('hides the page, stops the live connection and reloads', async () => {
    await openAsMember();
    act(() => endPage());
    isCovered();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(getConnection().status).toBe('ended');
    startLive();
    expect(getConnection().status).toBe('ended');
  });

  it('waits for the network with nothing private on screen', async () => {
    const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openAsMember();
    act(() => endPage());
    isCovered();
    expect(reload).not.toHaveBeenCalled();
    isOnline.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads again when the Back button restores the page', async () => {
    await openAsMember();
    act(() => endPage());
    window.dispatchEvent(new Event('pageshow'));
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['signs out', () => problem('unauthorized')],
    ['changes to another one', () => member({ id: 'u-otto', username: 'otto' })],
  ])('follows when the member %s', async (_change, answer) => {
    const { queryClient } = await openAsMember();
    mock(getCurrentUser, answer);
    await act(() => refreshSession(queryClient));
    await waitFor(isCovered);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(screen.queryByText(/otto/)).not.toBeInTheDocument();
  });

  it('does not follow when a visitor signs in or the member changes their name', async () => {
    const { queryClient } = renderApp('/purpose');
    await screen.findByRole('link', { name: 'MY ONI' });
    signIn();
    await act(() => refreshSession(queryClient));
    await screen.findByRole('button', { name: 'Vesper Lund' });
    act(() => {
      queryClient.setQueryData(SESSION_KEY, member({ displayName: 'Vesper' }));
    });
    expect(await screen.findByRole('button', { name: 'Vesper' })).toBeInTheDocument();
    expect(reload).not.toHaveBeenCalled();
  });
});
