import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { getCurrentUser, listServers } from '@oniverse/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { addressOf } from '../api/calls.js';
import { problem } from '../testing/call-handler.js';
import { member, signIn } from '../testing/members.js';
import { mock } from '../testing/mock.js';
import { renderApp } from '../testing/render.js';
import { atTestEnd } from '../testing/reset.js';
import { pageLoad } from './page-end.js';
import { endOwnSession, watchRefusals, handleSessionEnd } from './session-end.js';
import { forgetSession, logout } from './session.js';

const refuse = () => problem('unauthorized', 'Authorization required');
const endElsewhere = () => {
  mock(getCurrentUser, refuse);
  mock(listServers, refuse);
};
const SERVERS = { queryKey: addressOf(listServers) };
const keptToast = (): unknown => JSON.parse(sessionStorage.getItem('oni-toast') ?? 'null');
const pageHasEnded = () => waitFor(() => expect(reload).toHaveBeenCalledTimes(1));

let reload: jest.SpiedFunction<typeof pageLoad.reload>;

async function openAsMember() {
  signIn();
  mock(listServers, []);
  const app = renderApp('/dimensions');
  atTestEnd(watchRefusals(app.queryClient));
  await screen.findByRole('link', { name: /PUBLIC 0 dimensions/ });
  return app;
}

beforeEach(() => {
  reload = jest.spyOn(pageLoad, 'reload').mockImplementation(() => undefined);
});
describe('the end of a session', () => {
  it.each(['ended', 'expired'] as const)('is announced to the member: %s', async (reason) => {
    const { queryClient, address } = await openAsMember();
    endElsewhere();
    await act(() => handleSessionEnd(queryClient, reason));
    await pageHasEnded();
    expect(keptToast()).toEqual({ title: 'Session ended', description: 'Sign in again to continue.' });
    expect([address(), localStorage.getItem('sessionId')]).toEqual(['/dimensions', null]);
  });

  it('is detected by a refused call too, and announced once', async () => {
    const { queryClient } = await openAsMember();
    endElsewhere();
    const calls = mock(getCurrentUser, refuse);
    const refetch = () => queryClient.refetchQueries(SERVERS);
    await act(() => Promise.all([refetch(), handleSessionEnd(queryClient, 'ended')]));
    await pageHasEnded();
    expect([keptToast(), calls.length]).toMatchObject([{ title: 'Session ended' }, 1]);
  });

  it('is not announced after a logout, nor to a visitor', async () => {
    const { queryClient } = await openAsMember();
    endElsewhere();
    const load = jest.spyOn(pageLoad, 'assign').mockImplementation(() => undefined);
    await act(async () => {
      logout();
      await handleSessionEnd(queryClient, 'logout');
    });
    await waitFor(() => expect(load.mock.calls).toEqual([['/']]));
    await act(() => handleSessionEnd(queryClient, 'expired'));
    expect(keptToast()).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });

  it('is not announced when this page ended it and the event arrives before the answer', async () => {
    const { queryClient } = await openAsMember();
    endElsewhere();
    const load = jest.spyOn(pageLoad, 'assign').mockImplementation(() => undefined);
    let answer = () => {};
    const own = endOwnSession(() => new Promise<void>((resolve) => (answer = resolve)));
    const left = own.then(() => forgetSession());
    const check = handleSessionEnd(queryClient, 'ended');
    await act(async () => {
      await queryClient.refetchQueries(SERVERS);
      answer();
      await Promise.all([left, check]);
    });
    await waitFor(() => expect(load.mock.calls).toEqual([['/']]));
    expect([keptToast(), reload.mock.calls]).toEqual([null, []]);
  });

  it('is announced when the call of this page that was to end it fails', async () => {
    const { queryClient } = await openAsMember();
    endElsewhere();
    const own = endOwnSession(() => Promise.reject(new Error('refused'))).catch(() => undefined);
    await act(() => Promise.all([own, handleSessionEnd(queryClient, 'ended')]));
    await pageHasEnded();
    expect(keptToast()).toMatchObject({ title: 'Session ended' });
  });

  it('is not assumed when a call is refused but the session is still valid', async () => {
    const { queryClient } = await openAsMember();
    mock(listServers, refuse);
    const calls = mock(getCurrentUser, member());
    await act(() => queryClient.refetchQueries(SERVERS));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(await screen.findByRole('heading', { name: 'Dimensions' })).toBeInTheDocument();
    expect([keptToast(), localStorage.getItem('sessionId')]).toEqual([null, 'known-session']);
  });
});
