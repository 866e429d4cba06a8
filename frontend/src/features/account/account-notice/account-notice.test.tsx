import { beforeEach, describe, expect, it } from '@jest/globals';
import { getCurrentUser, getSignInOptions, sendEmailVerification } from '@oniverse/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { startLive } from '../../../live/live.js';
import { LiveServer } from '../../../testing/live-server.js';
import { member, signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp, renderWithLinks } from '../../../testing/render.js';
import { AccountNotice } from './account-notice.js';

const offerMail = () =>
  mock(getSignInOptions, { canMail: true, passkeyDomain: 'localhost', registration: 'open' });
const notice = () => screen.findByRole('complementary', { name: 'Your account' });

describe('AccountNotice', () => {
  it('ACC-110 says that the address is not verified, mails the link, and can be dismissed', async () => {
    offerMail();
    const sent = mock(sendEmailVerification, { ok: true });
    const { user } = renderWithLinks(<AccountNotice user={member()} />);
    expect(await notice()).toHaveTextContent('is not verified yet');
    await user.click(screen.getByRole('button', { name: 'Send it again' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
  });

  it('ACC-110 says nothing about a verified address, or where the site cannot mail', async () => {
    const requests = mock(getSignInOptions, {
      canMail: false,
      passkeyDomain: 'localhost',
      registration: 'open',
    });
    renderWithLinks(<AccountNotice user={member()} />);
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
  });
});

describe('AccountWatch', () => {
  let live: LiveServer;

  beforeEach(() => {
    live = new LiveServer();
    live.sessions.set('known-session', member().id);
    live.start();
  });

  it('ACC-118 shows on an open page that the account lost its address', async () => {
    signIn();
    renderApp('/homepage');
    await screen.findByRole('heading', { level: 1 });
    // The test harness disables the socket.
    act(() => {
      useConnection.setState({ status: 'idle' }, true);
      startLive();
    });
    await waitFor(() => expect(useConnection.getState().status).toBe('live'));
    mock(getCurrentUser, member({ email: null }));
    // The listener loads after the page.
    await waitFor(() => {
      live.io.emit('account:changed', {});
      expect(screen.getByRole('link', { name: 'Add an address' })).toBeInTheDocument();
    });
    expect(await notice()).toHaveTextContent('now belongs to the member who proved that it is theirs');
  });
});
