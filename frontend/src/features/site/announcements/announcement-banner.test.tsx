import { describe, expect, it, jest } from '@jest/globals';
import { type AnnouncementView, getAnnouncement, type MaintenanceView } from '@oniverse/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { startLive } from '../../../live/live.js';
import { problem } from '../../../testing/call-handler.js';
import { LiveServer } from '../../../testing/live-server.js';
import { mock } from '../../../testing/mock.js';
import { renderApp, renderWithQueries } from '../../../testing/render.js';
import { AnnouncementBanner, ANNOUNCEMENT_REFETCH_MS } from './announcement-banner.js';
import { showAnnouncements } from './show-announcements.js';

const HOUR_MS = 3_600_000;
const announcement = (given: Partial<AnnouncementView> = {}): AnnouncementView => ({
  id: 'a-1',
  title: 'Maintenance tonight.',
  text: 'You can read.',
  link: '/instructions',
  startsAt: new Date(Date.now() - HOUR_MS).toISOString(),
  endsAt: new Date(Date.now() + HOUR_MS).toISOString(),
  ...given,
});
const banner = () => screen.findByRole('region', { name: 'Announcement' });
const noBanner = () => screen.queryByRole('region', { name: 'Announcement' });

describe('the banner', () => {
  it('STF-052 is below the navigation of the pages of visitors', async () => {
    mock(getAnnouncement, { announcement: announcement(), maintenance: null });
    renderApp('/purpose');
    await screen.findByRole('banner');
    expect(noBanner()).not.toBeInTheDocument();
    act(() => showAnnouncements());
    expect(screen.getByRole('banner')).toContainElement(await banner());
    expect(await banner()).toHaveTextContent('Maintenance tonight. You can read.');
    expect(screen.getByRole('link', { name: 'Details' })).toHaveAttribute('href', '/instructions');
  });

  it('STF-052 is put away on this device until the announcement changes', async () => {
    mock(getAnnouncement, { announcement: announcement(), maintenance: null });
    const { user } = renderWithQueries(<AnnouncementBanner />);
    await banner();
    await user.click(screen.getByRole('button', { name: 'Put away' }));
    expect(noBanner()).not.toBeInTheDocument();
    cleanup();
    const again = mock(getAnnouncement, { announcement: announcement(), maintenance: null });
    renderWithQueries(<AnnouncementBanner />);
    await waitFor(() => expect(again).toHaveLength(1));
    expect(noBanner()).not.toBeInTheDocument();
    cleanup();
    mock(getAnnouncement, { announcement: announcement({ text: 'It takes longer.' }), maintenance: null });
    renderWithQueries(<AnnouncementBanner />);
    expect(await banner()).toHaveTextContent('It takes longer.');
  });

  it('STF-052 goes when the announcement ends', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const endsAt = new Date(Date.now() + ANNOUNCEMENT_REFETCH_MS / 2).toISOString();
    const asked = mock(getAnnouncement, { announcement: announcement({ endsAt }), maintenance: null });
    renderWithQueries(<AnnouncementBanner />);
    expect(await banner()).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(ANNOUNCEMENT_REFETCH_MS / 2));
    expect(noBanner()).not.toBeInTheDocument();
    expect(asked).toHaveLength(1);
  });

  it('STF-052 is asked for again with a connection only after a failure', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const failed = mock(getAnnouncement, () => problem('unavailable'));
    renderWithQueries(<AnnouncementBanner />);
    act(() => useConnection.setState({ status: 'live' }, true));
    await waitFor(() => expect(failed).toHaveLength(1));
    const asked = mock(getAnnouncement, { announcement: announcement(), maintenance: null });
    await act(() => jest.advanceTimersByTimeAsync(ANNOUNCEMENT_REFETCH_MS));
    expect(await banner()).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(ANNOUNCEMENT_REFETCH_MS));
    expect(asked).toHaveLength(1);
  });

  it('STF-052 shows a change at once', async () => {
    const live = new LiveServer();
    live.start();
    mock(getAnnouncement, { announcement: null, maintenance: null });
    renderWithQueries(<AnnouncementBanner />);
    act(() => {
      useConnection.setState({ status: 'idle' }, true);
      startLive();
    });
    await waitFor(() => expect(useConnection.getState().status).toBe('live'));
    live.io.emit('announcement:changed', {
      announcement: announcement({ title: 'Now.' }),
      maintenance: null,
    });
    expect(await banner()).toHaveTextContent('Now.');
    live.io.emit('announcement:changed', {
      announcement: announcement({ title: 'Later.' }),
      maintenance: null,
    });
    expect(await screen.findByText('Later.')).toBeInTheDocument();
    live.io.emit('announcement:changed', { announcement: null, maintenance: null });
    await waitFor(() => expect(noBanner()).not.toBeInTheDocument());
  });

  it('STF-052 is asked for again by a page without a connection', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const asked = mock(getAnnouncement, { announcement: null, maintenance: null });
    renderWithQueries(<AnnouncementBanner />);
    await waitFor(() => expect(asked).toHaveLength(1));
    mock(getAnnouncement, { announcement: announcement(), maintenance: null });
    await act(() => jest.advanceTimersByTimeAsync(ANNOUNCEMENT_REFETCH_MS));
    expect(await banner()).toBeInTheDocument();
  });

  const maintenance = (given: Partial<MaintenanceView> = {}): MaintenanceView => ({
    startsAt: new Date(Date.now() - HOUR_MS).toISOString(),
    endsAt: null,
    text: 'A database upgrade.',
    ...given,
  });
  const showMaintenance = (given: Partial<MaintenanceView>, shown: AnnouncementView | null = null) => {
    mock(getAnnouncement, { announcement: shown, maintenance: maintenance(given) });
    return renderWithQueries(<AnnouncementBanner />);
  };

  it('OPS-054 says that the site is read only and until when, above an announcement, and stays', async () => {
    jest.useFakeTimers({ advanceTimers: true, now: new Date(2026, 2, 9, 2, 30) });
    const endsAt = new Date(2026, 2, 9, 3, 20).toISOString();
    showMaintenance({ endsAt }, announcement());
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent(
      'Read only for maintenance until 03:20. A database upgrade. Messages wait on your device and are sent afterwards.',
    );
    expect(within(status).getByRole('link', { name: 'Details' })).toHaveAttribute('href', '/status');
    expect(within(status).queryByRole('button')).not.toBeInTheDocument();
    expect(await banner()).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(HOUR_MS));
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('OPS-054 announces a planned maintenance a day before, which can be put away', async () => {
    jest.useFakeTimers({ advanceTimers: true, now: new Date(2026, 2, 8, 1) });
    const [startsAt, endsAt] = [3, 4].map((hour) => new Date(2026, 2, 9, hour).toISOString());
    const { user } = showMaintenance({ startsAt, endsAt });
    await act(() => jest.advanceTimersByTimeAsync(HOUR_MS));
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(HOUR_MS));
    expect(screen.getByRole('status')).toHaveTextContent('Maintenance tomorrow, 03:00 to 04:00.');
    await user.click(screen.getByRole('button', { name: 'Put away' }));
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(24 * HOUR_MS));
    expect(screen.getByRole('status')).toHaveTextContent('Read only for maintenance until 04:00.');
  });
});
