import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  assignCase,
  decideCase,
  getMemberRecord,
  getStaffCase,
  listStaffCases,
  listStaffMembers,
  type MemberRecord,
  releaseCase,
  type StaffCaseDetail,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { addressOf } from '../../../api/calls.js';
import { pathOf } from '../../../api/query-client.js';
import { attachment } from '../../../testing/attachments.js';
import { problem } from '../../../testing/call-handler.js';
import { installLayout } from '../../../testing/layout.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { servePictures } from '../../../testing/pictures.js';
import { renderApp } from '../../../testing/render.js';

const AT = '2026-01-01T00:00:00.000Z';
const DAY_MS = 86_400_000;
const names = (username: string) => ({ username, displayName: null, profileImageUrl: null });

const RECORD: MemberRecord = {
  id: 'u-lev',
  ...names('lev_k'),
  createdAt: AT,
  staffRole: null,
  isSuspended: false,
  isVerified: true,
  hasFactor: false,
  isPublic: true,
  pictureBytes: 18 * 1_024 ** 2,
  fileBytes: 0,
  sessions: 2,
  cases: 1,
  measures: 1,
  openSessions: [],
  newestCases: [],
  newestMeasures: [],
};
const { openSessions: _, newestCases: _cases, newestMeasures: _measures, ...FACTS } = RECORD;

const detail = (n: number, given: Partial<StaffCaseDetail> = {}): StaffCaseDetail => ({
  id: `case-${n}`,
  number: n,
  kind: 'message',
  title: 'Fog Signals',
  channelName: 'harbour',
  username: 'lev_k',
  reason: 'harassment',
  reports: 1,
  openedAt: AT,
  isHandedOn: false,
  isWithDimension: false,
  assignee: null,
  isMine: false,
  outcome: null,
  closedAt: null,
  snapshot: {
    takenAt: AT,
    title: 'Fog Signals',
    username: 'lev_k',
    text: `reported text ${n}`,
    createdAt: AT,
    channelName: 'harbour',
    before: { username: 'ines_k', content: 'The list of lamps.', createdAt: AT },
    after: null,
  },
  hasPicture: false,
  isGone: false,
  member: FACTS,
  canAct: true,
  note: null,
  closedBy: null,
  given: [
    {
      id: `r-${n}`,
      reason: 'harassment',
      note: 'Look.',
      createdAt: AT,
      snapshot: null,
      reporter: names('tamsin'),
    },
  ],
  measures: [],
  trail: [
    {
      id: 'a-1',
      kind: 'case_viewed',
      actor: names('vesper'),
      isByOperators: false,
      subject: names('lev_k'),
      detail: { case: n },
      createdAt: AT,
    },
  ],
  ...given,
});

/** Serves cases, which decisions close. */
function serve(...cases: StaffCaseDetail[]) {
  const byId = new Map(cases.map((found) => [found.id, found]));
  const change = (id: string, given: Partial<StaffCaseDetail>) => {
    const found = { ...detail(0), ...byId.get(id), ...given };
    byId.set(id, found);
    return found;
  };
  const listed = mock(listStaffCases, ({ query: { list = 'open' } }) =>
    [...byId.values()].filter(({ outcome, isMine }) =>
      list === 'closed' ? outcome !== null : outcome === null && (list === 'open' || isMine),
    ),
  );
  mock(getStaffCase, ({ id }) => change(id, {}));
  mock(assignCase, ({ id }) => change(id, { isMine: true, assignee: 'vesper' }));
  mock(releaseCase, ({ id }) => change(id, { isMine: false, assignee: null }));
  const decided = mock(decideCase, ({ id }) =>
    change(id, { outcome: 'acted', closedAt: AT, assignee: 'vesper' }),
  );
  return { listed, decided };
}
const rows = () =>
  within(screen.getByRole('list', { name: 'Cases' })).getAllByRole('button', { name: /report/u });

beforeEach(installLayout);
beforeEach(() => {
  signIn({ staffRole: 'moderator' });
});

describe('the reports in the console', () => {
  it('STF-030 STF-038 lists cases of all dimensions, by the list that the address names', async () => {
    const { listed } = serve(detail(1), detail(2, { reason: 'threat', isWithDimension: true }));
    const { user, query } = renderApp('/console');
    expect(await screen.findByText(/urgent, with its dimension/u)).toBeInTheDocument();
    expect(rows()).toHaveLength(2);
    await user.click(screen.getByRole('switch', { name: 'Also those with their dimension' }));
    await waitFor(() => expect(listed.at(-1)?.query).toMatchObject({ all: 'true' }));
    await user.click(screen.getByRole('radio', { name: 'Mine' }));
    expect(await screen.findByText('You work on no reports.')).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Closed' }));
    expect(await screen.findByText('No closed reports.')).toBeInTheDocument();
    expect(query()).toEqual({ list: 'closed', all: true });
  });

  it('STF-031 STF-038 shows the snapshot, who reported it, the member and the trail', async () => {
    serve(detail(1));
    renderApp('/console/reports?id=case-1');
    expect(await screen.findByText('reported text 1')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'Harassment, Fog Signals' })).toBeInTheDocument();
    for (const text of ['The list of lamps.', 'tamsin', '“Look.”', '18 MB', 'vesper opened case 1']) {
      expect(screen.getByText(new RegExp(text.replace('vesper ', ''), 'u'))).toBeInTheDocument();
    }
    expect(screen.getByRole('link', { name: 'Open record' })).toHaveAttribute(
      'href',
      '/console/members?id=u-lev',
    );
  });

  it('STF-038 goes through the cases by J and K, and assigns the open one by A', async () => {
    serve(detail(1), detail(2));
    const { user, query } = renderApp('/console/reports');
    await waitFor(() => expect(rows()).toHaveLength(2));
    await user.keyboard('j');
    expect(await screen.findByText('reported text 1')).toBeInTheDocument();
    await user.keyboard('j');
    expect(await screen.findByText('reported text 2')).toBeInTheDocument();
    expect(query()).toEqual({ id: 'case-2' });
    expect(rows()[1]).toHaveFocus();
    await user.keyboard('a');
    expect(await screen.findByRole('button', { name: 'Give back' })).toBeInTheDocument();
    await user.keyboard('g');
    expect(await screen.findByRole('button', { name: 'Assign to me' })).toBeInTheDocument();
    await user.keyboard('k');
    expect(await screen.findByText('reported text 1')).toBeInTheDocument();
  });

  it('STF-038 focuses the way back to the list where an open case hides it', async () => {
    serve(detail(1));
    const { user } = renderApp('/console/reports');
    const row = await screen.findByRole('button', { name: /report/u });
    Object.defineProperty(row, 'offsetParent', { value: null });
    await user.click(row);
    expect(await screen.findByRole('button', { name: 'All reports' })).toHaveFocus();
  });

  it('STF-032 leaves a case of somebody else to them until it is taken over', async () => {
    serve(detail(1, { assignee: 'harbour_k' }));
    const { user } = renderApp('/console/reports?id=case-1');
    expect(await screen.findByText(/@harbour_k works on this case/u)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'No action' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Take over from @harbour_k' }));
    expect(await screen.findByRole('button', { name: 'No action' })).toBeInTheDocument();
  });

  it('STF-036 offers no decision about staff of the same or a higher role', async () => {
    serve(detail(1, { canAct: false }));
    renderApp('/console/reports?id=case-1');
    expect(await screen.findByText(/staff of the same or a higher role/u)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Warn' })).toBeNull();
  });

  it('STF-033 takes a measure with a rule and a reason only, and none without', async () => {
    const { decided } = serve(detail(1), detail(2));
    const { user } = renderApp('/console/reports?id=case-1');
    await user.click(await screen.findByRole('button', { name: 'Warn' }));
    expect(await screen.findByText('Say why. The member reads it.')).toBeInTheDocument();
    expect(decided).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: /Reason, shown to lev_k/u }), 'Stop it.');
    await user.click(screen.getByRole('button', { name: 'Warn' }));
    expect(await screen.findByText('Action was taken')).toBeInTheDocument();
    expect(decided.at(-1)).toMatchObject({
      id: 'case-1',
      body: { action: 'warn', rule: 'harassment', reason: 'Stop it.' },
    });
    await user.keyboard('j');
    await screen.findByText('reported text 2');
    await user.keyboard('d');
    await waitFor(() => expect(decided).toHaveLength(2));
    expect(decided.at(-1)).toMatchObject({ id: 'case-2', body: { action: 'none' } });
    expect(decided.at(-1)?.body).not.toHaveProperty('rule');
  });

  it('STF-035 STF-038 asks before a suspension, and names the member and its length', async () => {
    const { decided } = serve(detail(1));
    const { user } = renderApp('/console/reports?id=case-1');
    await user.type(await screen.findByRole('textbox', { name: /Reason/u }), 'Never again.');
    await user.click(screen.getByRole('switch', { name: 'Delete the message too' }));
    await user.click(screen.getByRole('button', { name: 'Suspend lev_k for 14 days' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Suspend lev_k' }));
    expect(decided).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Suspend lev_k for 14 days' }));
    await waitFor(() => expect(decided).toHaveLength(1));
    const body = decided[0]?.body;
    expect(body).toMatchObject({ action: 'suspend', reason: 'Never again.', hidesContent: true });
    expect(Math.abs(Date.parse(body?.until ?? '') - Date.now() - 14 * DAY_MS)).toBeLessThan(DAY_MS);
  });

  it('STF-033 says why a decision failed', async () => {
    serve(detail(1));
    mock(decideCase, () => problem('case_closed', 'Someone else closed this case already.'));
    const { user } = renderApp('/console/reports?id=case-1');
    await user.click(await screen.findByRole('button', { name: 'No action' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Someone else closed this case already.');
  });

  it('STF-037 STF-038 fetches a file of the case when it is asked for, through the case', async () => {
    const file = attachment({ id: 'a-1', name: 'roof.png' });
    const { snapshot } = detail(1);
    serve(detail(1, { hasPicture: true, snapshot: snapshot && { ...snapshot, files: [file] } }));
    const folder = pathOf(addressOf(getStaffCase, { id: 'case-1' }));
    const pictures = servePictures(200, `${folder}/picture`);
    const files = servePictures(200, `${folder}/files/:key`);
    const { user } = renderApp('/console/reports?id=case-1');
    const show = await screen.findByRole('button', { name: 'Show roof.png' });
    expect([...pictures, ...files]).toEqual([]);
    await user.click(show);
    await waitFor(() => expect(files).toEqual([[`${folder}/files/a-1`, 'Bearer known-session']]));
    await user.click(screen.getByRole('button', { name: 'Show Reported picture' }));
    expect(await screen.findByRole('img', { name: 'Reported picture' })).toBeInTheDocument();
  });

  it('STF-003 leads staff without a second factor to one', async () => {
    mock(listStaffCases, () => problem('factor_required'));
    renderApp('/console');
    expect(await screen.findByRole('link', { name: 'Set up a second factor' })).toBeInTheDocument();
  });

  it('STF-041 leads from a case to the record of its member', async () => {
    serve(detail(1));
    mock(listStaffMembers, [FACTS]);
    mock(getMemberRecord, RECORD);
    const { user, address } = renderApp('/console/reports?id=case-1');
    await user.click(await screen.findByRole('link', { name: 'Open record' }));
    expect(await screen.findByText('Your look at this record is in the audit log.')).toBeInTheDocument();
    expect(address()).toBe('/console/members');
  });
});
