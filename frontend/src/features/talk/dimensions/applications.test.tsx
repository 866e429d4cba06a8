import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  applyToServer,
  listChannels,
  listGroups,
  listMembers,
  listPublicServers,
  listServers,
  type OwnApplication,
  type ServerView,
  setQuestions,
  withdrawApplication,
} from '@oniverse/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { startLive } from '../../../live/live.js';
import { problem } from '../../../testing/call-handler.js';
import { installLayout } from '../../../testing/layout.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp, renderWithQueries } from '../../../testing/render.js';
import QuestionsDialog from './questions-dialog.js';

const at = '2026-01-01T00:00:00.000Z';
const QUESTIONS = ['What do you look for?', 'Where from?'];
const asking = (given: Partial<ServerView> = {}): ServerView => ({
  id: 's-obs',
  ownerId: null,
  name: 'Observatory',
  description: 'Night sky reports.',
  isPublic: true,
  questions: QUESTIONS,
  hasLinkPreviews: true,
  messageDays: 0,
  formerMessageDays: null,
  formerMessageDaysUntil: null,
  memberCount: 42,
  membership: null,
  unreadCount: 0,
  mentionCount: 0,
  isBanned: false,
  archivedAt: null,
  timeOut: null,
  application: null,
  createdAt: at,
  updatedAt: at,
  ...given,
});
const WAITING: OwnApplication = { state: 'waiting', word: null, createdAt: at, againAt: null };
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const close = jest.fn();

beforeEach(installLayout);
beforeEach(() => {
  signIn();
  close.mockReset();
});

const press = (name: string) => screen.getByRole('button', { name });
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });

describe('the page of a dimension that asks questions', () => {
  const open = async (server: ServerView) => {
    let current = server;
    mock(listServers, () => [current]);
    const view = renderApp(`/dimensions/public?server=${server.id}`);
    await screen.findByRole('heading', { level: 1, name: server.name });
    return {
      ...view,
      change: (next: Partial<ServerView>) => {
        current = { ...current, ...next };
        return current;
      },
    };
  };

  it('TLK-231 asks them, sends the answers, says that they wait, and withdraws them', async () => {
    const { user, change } = await open(asking());
    const applied = mock(applyToServer, () => change({ application: WAITING }));
    const withdrawn = mock(withdrawApplication, () => {
      change({ application: null });
      return { ok: true };
    });
    expect(screen.getByText('42 members')).toBeInTheDocument();
    await user.click(press('Apply'));
    expect(await screen.findAllByText('Please answer this question.')).toHaveLength(2);
    await user.type(field('What do you look for?'), ' Faint things. ');
    await user.type(field('Where from?'), 'A roof.');
    await user.click(press('Apply'));
    expect(await screen.findByText('Your application waits')).toBeInTheDocument();
    expect(applied).toMatchObject([
      {
        id: 's-obs',
        body: {
          answers: [
            { question: QUESTIONS[0], answer: 'Faint things.' },
            { question: QUESTIONS[1], answer: 'A roof.' },
          ],
        },
      },
    ]);
    await user.click(press('Withdraw'));
    expect(await screen.findByRole('textbox', { name: 'Where from?' })).toHaveValue('');
    expect(withdrawn).toHaveLength(1);
  });

  it('TLK-231 keeps the answers over a reload, until they are sent', async () => {
    const { user, unmount } = await open(asking());
    await user.type(field('Where from?'), 'A roof.');
    unmount();
    await open(asking());
    expect(field('Where from?')).toHaveValue('A roof.');
  });

  it('TLK-231 starts again with the new questions if they changed', async () => {
    const { user, change } = await open(asking());
    mock(applyToServer, () => {
      change({ questions: ['Why?'], updatedAt: '2026-01-02T00:00:00.000Z' });
      return problem('precondition_failed', 'The questions changed. Read them again and apply.');
    });
    await user.type(field('What do you look for?'), 'Faint things.');
    await user.type(field('Where from?'), 'A roof.');
    await user.click(press('Apply'));
    expect(await screen.findByRole('textbox', { name: 'Why?' })).toHaveValue('');
    expect(screen.queryByRole('textbox', { name: 'Where from?' })).toBeNull();
    expect(await screen.findByText(/The questions changed/u)).toBeInTheDocument();
  });

  it('TLK-231 says why an application was declined and when to apply again', async () => {
    const application = { ...WAITING, state: 'declined', word: 'Tell us more.' } as const;
    await open(asking({ application: { ...application, againAt: hours(5) } }));
    expect(await screen.findByText('Tell us more.')).toBeInTheDocument();
    expect(screen.getByText(/You can apply again from/u)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  });

  it('TLK-231 offers the form again a day after', async () => {
    const application = { ...WAITING, state: 'declined', word: null } as const;
    await open(asking({ application: { ...application, againAt: hours(-1) } }));
    expect(await screen.findByText('Your application was declined.')).toBeInTheDocument();
    expect(press('Apply')).toBeEnabled();
    expect(screen.queryByText('The staff say:')).toBeNull();
  });

  it('TLK-231 has no form for a banned member', async () => {
    await open(asking({ isBanned: true }));
    expect(await screen.findByText(/You cannot apply until a moderator lifts the ban/u)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  });

  it('TLK-231 becomes the conversation when staff accept, and closes it to visitors when they ask', async () => {
    const live = new LiveServer();
    live.start();
    mock(listChannels, []);
    mock(listMembers, []);
    mock(listGroups, []);
    const server = asking({ application: WAITING });
    const { change } = await open(server);
    // The router's test harness disables the socket.
    act(() => {
      useConnection.setState({ status: 'idle' }, true);
      startLive();
    });
    expect(await screen.findByText('Your application waits')).toBeInTheDocument();
    await waitFor(() => expect(useConnection.getState().status).toBe('live'));
    act(
      () =>
        void live.io.emit('server:changed', change({ application: null, membership: { role: 'member' } })),
    );
    expect(await screen.findByText('This dimension has no channels yet.')).toBeInTheDocument();
    act(() => void live.io.emit('server:changed', change({ membership: null })));
    expect(await screen.findByRole('button', { name: 'Apply' })).toBeInTheDocument();
  });

  it('TLK-231 is what its row in the list leads to, without joining', async () => {
    mock(listServers, [asking(), asking({ id: 's-two', name: 'Cellar', isBanned: true })]);
    mock(listPublicServers, [asking(), asking({ id: 's-two', name: 'Cellar', isBanned: true })]);
    const { user } = renderApp('/dimensions/public');
    const row = await screen.findByRole('link', { name: /Observatory.*Apply to join/u });
    expect(screen.getByRole('link', { name: /Cellar.*Members only/u })).toBeInTheDocument();
    // A call to join would fail this test.
    await user.click(row);
    expect(await screen.findByRole('button', { name: 'Apply' })).toBeInTheDocument();
  });
});

describe('the questions of a dimension', () => {
  it('TLK-231 are changed in one dialog, where an empty field asks nothing', async () => {
    const saved = mock(setQuestions, ({ body }) => asking({ questions: body?.questions ?? [] }));
    const server = asking({ membership: { role: 'owner' } });
    const { user } = renderWithQueries(<QuestionsDialog server={server} onClose={close} />);
    expect(field(/^question 1/u)).toHaveValue(QUESTIONS[0]);
    await user.clear(field(/^question 1/u));
    await user.type(field(/^question 3/u), ' How often? ');
    await user.click(press('Save'));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(saved).toMatchObject([{ id: 's-obs', body: { questions: [QUESTIONS[1], 'How often?'] } }]);
  });

  it('TLK-231 say what is wrong at the field, and what the server refuses', async () => {
    mock(setQuestions, () => problem('forbidden', 'Only public dimensions can ask questions.'));
    const { user } = renderWithQueries(<QuestionsDialog server={asking()} onClose={close} />);
    await user.clear(field(/^question 2/u));
    await user.paste('x'.repeat(201));
    await user.click(press('Save'));
    expect(await screen.findByText('A question can have up to 200 characters.')).toBeInTheDocument();
    await user.clear(field(/^question 2/u));
    await user.click(press('Save'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Only public dimensions can ask questions.');
    expect(close).not.toHaveBeenCalled();
  });
});
