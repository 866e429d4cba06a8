import { describe, expect, it } from '@jest/globals';
import {
  closeServerCase,
  createReport,
  getAlsoAbout,
  getMemberCard,
  getPost,
  getServerCase,
  handOnServerCase,
  listNotifications,
  listReplies,
  listReports,
  listServerCases,
  type NotificationView,
  type ReportView,
  type ServerCaseDetail,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { attachment } from '../../../testing/attachments.js';
import { problem } from '../../../testing/call-handler.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { pageOf, post } from '../../../testing/posts.js';
import { renderApp, renderWithQueries } from '../../../testing/render.js';
import { atTestEnd } from '../../../testing/reset.js';
import { showFailedChanges } from '../../../ui/show-failure.js';
import { useToast } from '../../../ui/toast-store.js';
import CaseView from './case-view.js';
import ClosedCases from './closed-cases.js';

const AT = '2026-01-01T00:00:00.000Z';
const OTTO = { username: 'otto_n', displayName: 'Otto', profileImageUrl: null };
const OTTO_ID = '0193a000-0000-7000-8000-0000000000f1';

const report = (given: Partial<ReportView> = {}): ReportView => ({
  id: 'report-1',
  kind: 'message',
  title: 'Fog Signals',
  reason: 'threat',
  note: 'About me.',
  createdAt: AT,
  result: null,
  closedAt: null,
  ...given,
});

/** Opens the page of another member's post and the dialog of its report. Returns what is sent. */
async function openDialog(answer: () => ReportView | Response = report) {
  signIn();
  const shown = post({ title: 'Slow light', userId: OTTO_ID, author: OTTO });
  mock(getMemberCard, () => problem('not_found'));
  mock(getPost, pageOf(shown));
  mock(getAlsoAbout, { tag: null, items: [] });
  mock(listReplies, []);
  mock(listReports, [report()]);
  const requests = mock(createReport, answer);
  const view = renderApp(`/u/otto_n/${shown.id}`);
  const opener = await screen.findByRole('button', { name: 'Actions for otto_n' });
  await view.user.click(opener);
  await view.user.click(await screen.findByRole('menuitem', { name: 'Report' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this post' }));
  const sent = () => requests.map(({ body }) => body);
  return { ...view, sent, dialog, opener, postId: shown.id };
}

describe('reporting', () => {
  it('SAF-320 asks what is wrong, sends the report, and says what happens next', async () => {
    const { user, sent, dialog, postId } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Choose what is wrong.');
    expect(sent()).toEqual([]);
    await user.click(dialog.getByRole('radio', { name: 'Threat or self-harm' }));
    await user.type(dialog.getByRole('textbox', { name: /What staff should know/ }), 'About me.');
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    const done = within(await screen.findByRole('dialog', { name: 'Report received' }));
    expect(sent()).toEqual([{ kind: 'post', subjectId: postId, reason: 'threat', note: 'About me.' }]);
    expect(done.getByRole('button', { name: 'Block @otto_n' })).toBeInTheDocument();
    await user.click(done.getByRole('link', { name: 'Your reports' }));
    expect(await screen.findByText('A message in Fog Signals')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('SAF-320 works by keyboard alone and gives the focus back', async () => {
    const { user, sent, dialog, opener } = await openDialog();
    expect(dialog.getByRole('radio', { name: 'Spam' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(dialog.getByRole('radio', { name: 'Harassment' })).toBeChecked();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(opener).toHaveFocus());
    expect(sent()).toEqual([]);
  });

  it('SAF-320 names urgent help, and keeps the text when the report is refused', async () => {
    const { user, dialog } = await openDialog(() =>
      problem('rate_limited', 'Too many requests. Try again later.'),
    );
    await user.click(dialog.getByRole('radio', { name: 'Threat or self-harm' }));
    expect(dialog.getByText(/call your local emergency number first/)).toBeInTheDocument();
    const note = dialog.getByRole('textbox', { name: /What staff should know/ });
    await user.type(note, 'Now.');
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    expect(await dialog.findByText('Too many requests. Try again later.')).toBeInTheDocument();
    expect(note).toHaveValue('Now.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('the results of reports', () => {
  it('SAF-321 are listed in the settings', async () => {
    signIn();
    mock(listReports, [
      report(),
      report({ id: 'report-2', kind: 'post', title: 'Slow light', result: 'removed', closedAt: AT }),
      report({ id: 'report-3', kind: 'member', title: null, note: null, result: 'acted', closedAt: AT }),
    ]);
    renderApp('/settings?tab=privacy');
    await screen.findByText('A message in Fog Signals');
    const rows = within(screen.getByRole('list', { name: 'Your reports' })).getAllByRole('listitem');
    const texts = rows.map(({ textContent }) => textContent);
    expect(texts[0]).toContain('A message in Fog Signalsreceived');
    expect(texts[1]).toContain('The post “Slow light”closed');
    expect(texts[1]).toContain('The post was removed.');
    expect(texts[2]).toContain('A member');
    expect(texts[2]).toContain('Action was taken.');
  });

  it('SAF-321 are in the night log, which leads to the list', async () => {
    signIn();
    const row: NotificationView = {
      id: 'row',
      kind: 'report',
      createdAt: AT,
      happenedAt: null,
      remindAt: null,
      isUnread: false,
      members: [],
      others: 0,
      post: null,
      reply: null,
      message: null,
      server: null,
      report: { kind: 'message', title: 'Fog Signals', result: 'removed' },
      sharedTags: [],
    };
    mock(listNotifications, [row]);
    mock(listReports, []);
    const { user } = renderApp('/notifications');
    const link = await screen.findByRole('link', { name: 'a message in Fog Signals' });
    expect(link.closest('p')).toHaveTextContent(
      'The staff closed your report about a message in Fog Signals',
    );
    expect(screen.getByText('The message was removed. Thank you for reporting it.')).toBeInTheDocument();
    await user.click(link);
    expect(await screen.findByText('Nothing reported')).toBeInTheDocument();
  });
});

describe('the reports of a dimension', () => {
  const detail = (given: Partial<ServerCaseDetail> = {}): ServerCaseDetail => ({
    id: 'case-1',
    number: 7,
    kind: 'message',
    title: 'Fog Signals',
    channelName: 'harbour',
    username: 'lev_k',
    reason: 'harassment',
    reports: 2,
    openedAt: AT,
    closing: null,
    isHandedOn: false,
    isDeleted: false,
    isMember: true,
    snapshot: {
      takenAt: AT,
      title: 'Fog Signals',
      username: 'lev_k',
      text: 'nobody wants your numbers',
      createdAt: AT,
      channelName: 'harbour',
      before: { username: 'ines_k', content: 'The list is on the board.', createdAt: AT },
      after: null,
    },
    given: [
      { id: 'r-1', reason: 'harassment', note: 'Look.', createdAt: AT, snapshot: null },
      { id: 'r-2', reason: 'threat', note: null, createdAt: AT, snapshot: null },
    ],
    ...given,
  });

  const closing = { outcome: 'removed', reason: 'Rude.', username: 'harbour_k', closedAt: AT } as const;
  const open = (found: ServerCaseDetail, answer: () => ServerCaseDetail | Response) => {
    const calls: [string, unknown][] = [];
    let current = found;
    mock(getServerCase, () => current);
    mock(closeServerCase, ({ body }) => {
      calls.push(['close', body]);
      current = { ...found, closing };
      return answer();
    });
    mock(handOnServerCase, () => {
      calls.push(['hand-on', null]);
      current = { ...found, isHandedOn: true };
      return answer();
    });
    return { calls, ...renderWithQueries(<CaseView serverId="s-fog" caseId="case-1" />) };
  };
  const done = () => ({ ...detail(), closing });

  it('SAF-322 show the message with its neighbours and notes, and close with its deletion', async () => {
    const { user, calls } = open(detail(), done);
    expect(await screen.findByText('nobody wants your numbers')).toBeInTheDocument();
    expect(screen.getByText('The list is on the board.')).toBeInTheDocument();
    expect(screen.getByText('“Look.”')).toBeInTheDocument();
    expect(screen.getByText('no note')).toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: /A note for the other staff/ }), 'Rude.');
    await user.click(screen.getByRole('button', { name: 'Delete message' }));
    expect(await screen.findByText(/^Closed by @harbour_k/)).toBeInTheDocument();
    expect(calls).toEqual([['close', { outcome: 'removed', reason: 'Rude.' }]]);
    expect(useToast.getState().toast?.title).toBe('Report closed');
  });

  it('TLK-360 show the files of the message', async () => {
    const { snapshot } = detail();
    const files = [attachment({ name: 'numbers.txt' })];
    open(detail({ snapshot: snapshot && { ...snapshot, files } }), done);
    expect(await screen.findByText('numbers.txt')).toBeInTheDocument();
  });

  it('SAF-340 show the text that a later report found with that report', async () => {
    const { snapshot, given } = detail();
    const changed = snapshot && { ...snapshot, text: 'I meant the lamps' };
    open(detail({ given: given.map((one, at) => ({ ...one, snapshot: at === 1 ? changed : null })) }), done);
    expect(await screen.findByText('nobody wants your numbers')).toBeInTheDocument();
    const later = screen.getByText('Threat or self-harm').closest('li');
    expect(later).toHaveTextContent('This report found a changed text:');
    expect(later).toHaveTextContent('I meant the lamps');
    expect(screen.getByText('“Look.”').closest('li')).not.toHaveTextContent('changed text');
  });

  it('SAF-322 ask before they remove or ban the author', async () => {
    const { user, calls } = open(detail(), done);
    await user.click(await screen.findByRole('button', { name: 'Delete and ban' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Ban @lev_k' }));
    expect(calls).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Delete and ban' }));
    expect(await screen.findByText(/^Closed by @harbour_k/)).toBeInTheDocument();
    expect(calls).toEqual([['close', { outcome: 'member_banned', reason: '' }]]);
  });

  it('SAF-322 can be handed on', async () => {
    const { user, calls } = open(detail(), () => ({ ...detail(), isHandedOn: true }));
    await user.click(await screen.findByRole('button', { name: 'Hand on to the operators' }));
    await waitFor(() => expect(calls).toEqual([['hand-on', null]]));
    expect(await screen.findByText('Handed on to the operators of the site.')).toBeInTheDocument();
  });

  it('SAF-322 say that another moderator was faster', async () => {
    const { user, queryClient } = open(detail({ isDeleted: true }), () =>
      problem('case_closed', 'Someone else closed this case already.'),
    );
    atTestEnd(showFailedChanges(queryClient));
    expect(await screen.findByText('reported message, deleted')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Close as deleted' }));
    expect(await screen.findByText(/^Closed by @harbour_k/)).toBeInTheDocument();
    await waitFor(() =>
      expect(useToast.getState().toast?.description).toBe('Someone else closed this case already.'),
    );
  });

  it('SAF-322 are listed with their decision when they are closed', async () => {
    const found = { ...detail(), closing };
    mock(listServerCases, ({ query: { state } }) => (state === 'closed' ? [found] : []));
    mock(getServerCase, found);
    const { user } = renderWithQueries(<ClosedCases serverId="s-fog" />);
    await user.click(await screen.findByRole('button', { name: /Harassment.*@lev_k/ }));
    expect(await screen.findByText(/^Closed by @harbour_k/)).toBeInTheDocument();
    const back = screen.getByRole('button', { name: 'All closed reports' });
    expect(back).toHaveFocus();
    await user.click(back);
    expect(await screen.findByRole('list', { name: 'Closed reports' })).toBeInTheDocument();
  });
});
