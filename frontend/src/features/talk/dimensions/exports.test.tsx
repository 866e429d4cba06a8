import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  cancelServerExport,
  createServerExport,
  createServerExportAddress,
  getExportNotice,
  listChannels,
  listMembers,
  listServerExports,
  listServers,
  type ServerExportView,
  type ServerRole,
} from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { startLive } from '../../../live/live.js';
import { problem } from '../../../testing/call-handler.js';
import { installLayout } from '../../../testing/layout.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp, renderWithQueries } from '../../../testing/render.js';
import { atTestEnd } from '../../../testing/reset.js';
import { channelView, serverView } from '../../../testing/servers.js';
import { useToast } from '../../../ui/toast-store.js';
import { AUDIT_SENTENCES } from './audit.texts.js';
import ExportsDialog from './exports-dialog.js';

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const exportView = (id: string, given: Partial<ServerExportView> = {}): ServerExportView => ({
  id,
  serverId: 's-own',
  channelId: null,
  channelName: null,
  state: 'waiting',
  failure: null,
  messageCount: 0,
  messagesDone: 0,
  fileCount: 0,
  filesDone: 0,
  size: null,
  createdAt: inDays(-1),
  finishedAt: null,
  expiresAt: null,
  ...given,
});
const done = (id: string, given: Partial<ServerExportView> = {}) =>
  exportView(id, {
    state: 'done',
    size: 1_503_238_554,
    finishedAt: inDays(-1),
    expiresAt: inDays(6),
    ...given,
  });
const attic = channelView('attic');

function serve(entries: readonly ServerExportView[] = [], exportedAt: string | null = null) {
  const stored = { entries: [...entries] };
  mock(getExportNotice, { exportedAt });
  const listed = mock(listServerExports, () => stored.entries);
  return { stored, listed };
}

const open = (role: ServerRole, channel?: typeof attic) =>
  renderWithQueries(
    <ExportsDialog server={serverView(role)} {...(channel && { channel })} onClose={() => {}} />,
  );

beforeEach(installLayout);
beforeEach(() => {
  signIn();
  mock(listMembers, []);
});

describe('exports of a dimension', () => {
  it.each(['member', 'moderator'] as const)(
    'TLK-549 a %s reads that the owner can export, and when that was last done, and no more',
    async (role) => {
      const { listed } = serve([done('e-1')], inDays(-2));
      open(role);
      const dialog = within(await screen.findByRole('dialog', { name: 'Exports' }));
      expect(await dialog.findByText(/It was last exported/u)).toHaveTextContent(
        'The owner can export all messages of this dimension. It was last exported 2 days ago.',
      );
      expect(dialog.queryByRole('button', { name: 'Export everything' })).not.toBeInTheDocument();
      expect(listed).toEqual([]);
    },
  );

  it('TLK-549 stands in the menu of the dimension for members', async () => {
    serve();
    mock(listServers, [serverView('member')]);
    mock(listChannels, [channelView('general', { isDefault: true })]);
    const { user } = renderApp('/dimensions/private?server=s-own');
    await user.click(await screen.findByRole('button', { name: 'Manage Back room' }));
    await user.click(screen.getByRole('menuitem', { name: 'Exports' }));
    expect(await screen.findByText(/It was not exported in the last year\./u)).toBeInTheDocument();
  });

  it('TLK-550 the owner starts one, follows it and cancels it', async () => {
    const { stored } = serve();
    const live = new LiveServer();
    live.start();
    const started = mock(createServerExport, () => {
      stored.entries = [exportView('e-1')];
      return exportView('e-1');
    });
    const { user } = open('owner');
    act(() => {
      useConnection.setState({ status: 'idle' }, true);
      startLive();
    });
    await waitFor(() => expect(useConnection.getState().status).toBe('live'));
    expect(await screen.findByText('Nothing was exported yet.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Export everything' }));
    expect(await screen.findByText('Waiting for its turn')).toBeInTheDocument();
    expect(started).toMatchObject([{ id: 's-own', body: {} }]);
    expect(screen.getByRole('button', { name: 'Export everything' })).toBeDisabled();

    const running = exportView('e-1', {
      state: 'running',
      messageCount: 1_204,
      messagesDone: 600,
      fileCount: 1,
      filesDone: 0,
    });
    act(() => void live.io.emit('export:changed', running));
    expect(await screen.findByText('600 of 1,204 messages, 0 of 1 file')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'Writing the archive' })).toHaveAttribute(
      'aria-valuenow',
      '50',
    );

    const cancelled = mock(cancelServerExport, () => {
      stored.entries = [exportView('e-1', { state: 'failed', failure: 'cancelled', finishedAt: inDays(0) })];
      return { ok: true };
    });
    await user.click(screen.getByRole('button', { name: 'Cancel the export of All channels' }));
    expect(await screen.findByText('Cancelled.')).toBeInTheDocument();
    expect(cancelled).toMatchObject([{ id: 's-own', exportId: 'e-1' }]);
    expect(useToast.getState().toast).toMatchObject({ title: 'Export cancelled' });
    // What was on its way says nothing new. The other export is the marker.
    act(() => void live.io.emit('export:changed', running));
    act(() => void live.io.emit('export:changed', done('e-2')));
    expect(await screen.findByRole('button', { name: /^Download the export/u })).toBeInTheDocument();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Export everything' })).toBeEnabled();
  });

  it('TLK-550 the owner downloads an archive until it is deleted, and reads why one failed', async () => {
    serve([
      done('e-3'),
      done('e-2', { expiresAt: inDays(-1), channelName: 'attic', channelId: 'c-attic' }),
      exportView('e-1', { state: 'failed', failure: 'too_large', finishedAt: inDays(-1) }),
    ]);
    const asked = mock(createServerExportAddress, {
      url: '/exports/dimensions/e-3?pass=x',
      expiresAt: inDays(1),
    });
    const followed: string[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      followed.push(this.getAttribute('href') ?? '');
    });
    atTestEnd(() => click.mockRestore());
    const { user } = open('owner');
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => within(row).queryByRole('button')?.textContent)).toEqual([
      'Download',
      undefined,
      undefined,
    ]);
    expect(rows[0]).toHaveTextContent(/All channels.*1\.4 GB, until/u);
    expect(rows[1]).toHaveTextContent(/#attic.*The archive was deleted\./u);
    expect(rows[2]).toHaveTextContent('ERROR: the archive would be too large.');
    await user.click(screen.getByRole('button', { name: /^Download the export of All channels from/u }));
    await waitFor(() => expect(followed).toEqual(['/exports/dimensions/e-3?pass=x']));
    expect(asked).toMatchObject([{ id: 's-own', exportId: 'e-3' }]);
  });

  it('TLK-550 says why an export or a download is refused', async () => {
    serve([done('e-1')]);
    mock(createServerExport, () => problem('quota_reached', 'You can start up to 3 exports a day.'));
    mock(createServerExportAddress, () => problem('not_found'));
    const { user } = open('owner');
    await user.click(await screen.findByRole('button', { name: /^Download/u }));
    await waitFor(() => expect(useToast.getState().toast).toMatchObject({ title: 'Download failed' }));
    await user.click(screen.getByRole('button', { name: 'Export everything' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('You can start up to 3 exports a day.');
  });

  it('TLK-550 exports one channel from its menu, which only the owner has', async () => {
    serve();
    mock(listChannels, [channelView('general', { isDefault: true }), attic]);
    const started = mock(
      createServerExport,
      exportView('e-1', { channelId: attic.id, channelName: 'attic' }),
    );
    mock(listServers, [serverView('owner')]);
    const { user } = renderApp('/dimensions/private?server=s-own&channel=c-attic');
    await user.click(await screen.findByRole('button', { name: 'Manage #attic' }));
    await user.click(screen.getByRole('menuitem', { name: 'Export this channel' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Export #attic' }));
    await user.click(await dialog.findByRole('button', { name: 'Export #attic' }));
    await waitFor(() => expect(started).toMatchObject([{ id: 's-own', body: { channelId: 'c-attic' } }]));
  });

  it('TLK-550 is not in the menu of a channel for moderators', async () => {
    mock(listServers, [serverView('moderator')]);
    mock(listChannels, [channelView('general', { isDefault: true }), attic]);
    const { user } = renderApp('/dimensions/private?server=s-own&channel=c-attic');
    await user.click(await screen.findByRole('button', { name: 'Manage #attic' }));
    expect(screen.queryByRole('menuitem', { name: 'Export this channel' })).not.toBeInTheDocument();
  });

  it('TLK-548 the audit log says who exported what', () => {
    const action = { actor: 'vesper', subject: '', detail: {} };
    const ofChannel = { ...action, detail: { name: 'attic' } };
    expect(AUDIT_SENTENCES.export_requested(action)).toBe('vesper started an export of all messages');
    expect(AUDIT_SENTENCES.export_cancelled(ofChannel)).toMatch(
      /^vesper cancelled an export of the messages of \P{L}?#attic\P{L}?$/u,
    );
    expect(AUDIT_SENTENCES.export_downloaded(action)).toBe('vesper downloaded an export of all messages');
  });
});
