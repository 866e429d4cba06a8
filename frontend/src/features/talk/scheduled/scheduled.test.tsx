import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  changeScheduledMessage,
  deleteScheduledMessage,
  listNotifications,
  listScheduledMessages,
  nextFullMoon,
  SCHEDULED_MESSAGES,
  type ScheduledMessageView,
  type ScheduleMessageBody,
  scheduleMessage,
  sendScheduledMessage,
} from '@oniverse/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { recordOwner } from '../../../api/stored-session.js';
import { useConnection } from '../../../live/connection.store.js';
import { startLive } from '../../../live/live.js';
import { problem } from '../../../testing/call-handler.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp, renderWithLinks, renderWithQueries } from '../../../testing/render.js';
import { formatMoment } from '../../../ui/dates.js';
import { useToast } from '../../../ui/toast-store.js';
import { fieldTimeOf } from '../clock/clock-times.js';
import { draftIn, useLog } from '../log/index.js';
import { MessageComposer } from '../messages/index.js';
import { ScheduledLine } from './scheduled-line.js';
import { useFollowScheduled } from './scheduled.queries.js';

const ME = 'u-vesper';
const HOUR_MS = 3_600_000;
const scheduled = (id: string, given: Partial<ScheduledMessageView> = {}): ScheduledMessageView => ({
  id,
  place: {
    channelId: 'tonight',
    channelName: 'tonight',
    server: { id: 's-1', name: 'Observatory', isPublic: true },
  },
  content: `Text of ${id}`,
  sendAt: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
  isLeft: false,
  failure: null,
  createdAt: '2026-03-05T20:50:00.000Z',
  ...given,
});
const FAILED = {
  code: 'not_found' as const,
  reason: SCHEDULED_MESSAGES.placeGone.reason,
  message: SCHEDULED_MESSAGES.placeGone.message,
};
const toast = () => useToast.getState().toast;
const inLocal = (ms: number) => fieldTimeOf(Date.now() + ms);

beforeEach(() => {
  signIn({ id: ME });
  useToast.setState({ toast: null });
});

describe('the clock of the composer', () => {
  const show = (startsThread = false, opensAtFullMoon = false) =>
    renderWithQueries(
      <MessageComposer
        talkId="tonight"
        startsThread={startsThread}
        opensAtFullMoon={opensAtFullMoon}
        channelName="tonight"
        userId={ME}
        people={[]}
        onMention={() => undefined}
      />,
    );
  const field = () => screen.getByLabelText('Message #tonight');
  const answer = ({ body }: { body: ScheduleMessageBody | null }) =>
    scheduled('m-1', { content: body?.content ?? '', sendAt: body?.sendAt ?? '' });

  it('TLK-509 schedules the text at an offered time, and empties the field', async () => {
    const requests = mock(scheduleMessage, answer);
    const { user } = show();
    await user.type(field(), 'Clear skies?');
    await user.click(screen.getByRole('button', { name: 'Send later' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^In 20 minutes, \d\d:\d\d$/u),
      expect.stringMatching(/^In an hour, \d\d:\d\d$/u),
      expect.stringMatching(/^In three hours, \d\d:\d\d$/u),
      'Tomorrow, 09:00',
      'A date...',
    ]);
    await user.click(screen.getByRole('menuitem', { name: /^In an hour/u }));
    await waitFor(() => expect(field()).toHaveValue(''));
    expect(requests).toHaveLength(1);
    const { id, body } = requests[0]!;
    expect([id, body?.content]).toEqual(['tonight', 'Clear skies?']);
    expect(Math.abs(Date.parse(body?.sendAt ?? '') - Date.now() - HOUR_MS)).toBeLessThan(60_000);
    expect(toast()).toMatchObject({
      title: expect.stringMatching(/^Will be sent on /u),
      action: { path: '/scheduled' },
    });
    expect(useLog.getState().operations.filter(({ kind }) => kind === 'send')).toEqual([]);
  });

  it('TLK-509 takes a date of one’s own by keyboard, and refuses one that is too soon', async () => {
    const requests = mock(scheduleMessage, answer);
    const { user } = show();
    await user.type(field(), 'Clear skies?');
    act(() => screen.getByRole('button', { name: 'Send later' }).focus());
    await user.keyboard('{Enter}');
    const own = await screen.findByRole('menuitem', { name: 'A date...' });
    await user.keyboard('{End}');
    await waitFor(() => expect(own).toHaveFocus());
    await user.keyboard('{Enter}');
    const date = await screen.findByLabelText('Date and time');
    const confirm = () => user.click(screen.getByRole('button', { name: 'Schedule' }));
    fireEvent.change(date, { target: { value: inLocal(-HOUR_MS) } });
    await confirm();
    expect(date).toHaveAccessibleDescription(SCHEDULED_MESSAGES.badSendTime.message);
    const chosen = inLocal(50 * HOUR_MS);
    fireEvent.change(date, { target: { value: chosen } });
    // The form of the dialog is within that of the composer.
    expect(field()).toHaveValue('Clear skies?');
    await confirm();
    await waitFor(() => expect(field()).toHaveValue(''));
    expect(requests).toHaveLength(1);
    expect(requests[0]?.body?.sendAt).toBe(new Date(Date.parse(chosen)).toISOString());
  });

  it('TLK-509 keeps the text if it is refused, and schedules it if its author insists on a warning', async () => {
    const requests = mock(scheduleMessage, ({ body }) =>
      body?.acceptsWarning === true ? answer({ body }) : problem('filter_warning', 'Think again.'),
    );
    const { user } = show();
    const choose = async () => {
      await user.click(screen.getByRole('button', { name: 'Send later' }));
      await user.click(await screen.findByRole('menuitem', { name: /^In an hour/u }));
    };
    await choose();
    expect(toast()).toMatchObject({ title: 'Nothing to send yet', variant: 'destructive' });
    await user.type(field(), 'Spoiler');
    await choose();
    await waitFor(() =>
      expect(toast()).toMatchObject({ title: 'Not scheduled', description: 'Think again.' }),
    );
    expect(field()).toHaveValue('Spoiler');
    const action = toast()?.action;
    act(() => {
      if (action && 'run' in action) action.run();
    });
    await waitFor(() => expect(draftIn(useLog.getState(), ME, 'tonight').text).toBe(''));
    expect(requests.map(({ body }) => body?.acceptsWarning)).toEqual([undefined, true]);
  });

  it('TLK-555 leaves the text for a full moon, and empties the field', async () => {
    const requests = mock(scheduleMessage, scheduled('m-1', { isLeft: true }));
    const { user } = show(false, true);
    await user.type(field(), 'A shelf of salt.');
    await user.click(screen.getByRole('button', { name: 'Send later' }));
    await user.click(await screen.findByRole('menuitem', { name: /^For a full moon, the next on /u }));
    await waitFor(() => expect(field()).toHaveValue(''));
    expect(requests).toMatchObject([{ id: 'tonight', body: { content: 'A shelf of salt.' } }]);
    expect(requests[0]?.body).not.toHaveProperty('sendAt');
    expect(toast()).toMatchObject({ title: 'Left for a full moon' });
  });

  it('TLK-509 is not offered before a thread exists', () => {
    show(true);
    expect(screen.queryByRole('button', { name: 'Send later' })).toBeNull();
  });
});

function FollowedLine() {
  useFollowScheduled();
  return <ScheduledLine talkId="tonight" />;
}

describe('the line above the composer', () => {
  it('TLK-513 counts what is scheduled in the channel, and follows other devices', async () => {
    const live = new LiveServer();
    live.start();
    recordOwner('known-session', ME);
    let list = [scheduled('m-1'), scheduled('m-2', { place: null })];
    mock(listScheduledMessages, () => list);
    renderWithLinks(<FollowedLine />);
    const link = await screen.findByRole('link', { name: '1 message scheduled' });
    expect(link).toHaveAttribute('href', '/scheduled');
    // The test's harness keeps the socket closed.
    act(() => {
      useConnection.setState({ status: 'idle' }, true);
      startLive();
    });
    await waitFor(() => expect(useConnection.getState().status).toBe('live'));
    list = [...list, scheduled('m-3', { failure: FAILED })];
    act(() => void live.io.emit('scheduled-messages:changed', {}));
    expect(await screen.findByText('1 scheduled message not sent')).toBeInTheDocument();
    list = [];
    act(() => void live.io.emit('scheduled-messages:changed', {}));
    await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
  });
});

describe('the page of scheduled messages', () => {
  const open = async (list: ScheduledMessageView[]) => {
    mock(listScheduledMessages, () => list);
    const view = renderApp('/scheduled');
    await screen.findByRole('heading', { name: 'Scheduled' });
    return view;
  };
  const rowOf = async (text: string) => {
    const row = (await screen.findByText(text)).closest('li');
    if (!row) throw new Error(`No row has ${text}.`);
    return within(row);
  };

  it('TLK-513 lists each with its place and time, and why one was not sent', async () => {
    await open([
      scheduled('m-1', { failure: FAILED, place: null }),
      scheduled('m-2', {
        place: {
          channelId: 't-1',
          parentId: 'tonight',
          channelName: 'tonight',
          server: scheduled('x').place!.server,
        },
      }),
      scheduled('m-3', { place: { channelId: 'c-1', channelName: '', server: null } }),
    ]);
    const failed = await rowOf('Text of m-1');
    expect(failed.getByText(`Not sent. ${SCHEDULED_MESSAGES.placeGone.message}`)).toBeInTheDocument();
    expect(failed.queryByRole('button', { name: 'Send now' })).toBeNull();
    expect(failed.getByRole('button', { name: 'Copy text' })).toBeInTheDocument();
    expect((await rowOf('Text of m-2')).getByRole('link')).toHaveAttribute(
      'href',
      '/dimensions/public?server=s-1&channel=tonight&thread=t-1',
    );
    const direct = (await rowOf('Text of m-3')).getByRole('link', { name: 'A conversation' });
    expect(direct).toHaveAttribute('href', '/direct/c-1');
  });

  it('TLK-513 changes the text and the time, sends now, and cancels after a question', async () => {
    const list = [scheduled('m-1')];
    const changes = mock(changeScheduledMessage, () => list[0]!);
    const sends = mock(sendScheduledMessage, ({ body }) =>
      body?.acceptsWarning === true ? { ok: true } : problem('filter_warning', 'Think again.'),
    );
    const deletions = mock(deleteScheduledMessage, { ok: true });
    const { user } = await open(list);
    const row = await rowOf('Text of m-1');
    await user.click(row.getByRole('button', { name: 'Change' }));
    const text = await screen.findByLabelText('Message');
    await user.clear(text);
    await user.type(text, 'Other');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes).toMatchObject([{ id: 'm-1', body: { content: 'Other' } }]);
    expect(changes[0]?.body).not.toHaveProperty('sendAt');
    await user.click(row.getByRole('button', { name: 'Send now' }));
    await user.click(await screen.findByRole('button', { name: 'Send anyway' }));
    await waitFor(() => expect(toast()?.title).toBe('Sent'));
    expect(sends.map(({ body }) => body?.acceptsWarning)).toEqual([false, true]);
    await user.click(row.getByRole('button', { name: 'Cancel message' }));
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel message' }),
    );
    await waitFor(() => expect(deletions).toMatchObject([{ id: 'm-1' }]));
  });

  it('TLK-555 says of one that was left when the next full moon is, and changes its text', async () => {
    const list = [scheduled('m-1', { isLeft: true })];
    const changes = mock(changeScheduledMessage, () => list[0]!);
    const { user } = await open(list);
    const row = await rowOf('Text of m-1');
    const moon = formatMoment(nextFullMoon(Date.now()));
    expect(row.getByText(`Waits for a full moon. The next is on ${moon}.`)).toBeInTheDocument();
    await user.click(row.getByRole('button', { name: 'Change' }));
    await user.type(await screen.findByLabelText('Message'), ' and salt');
    expect(screen.queryByLabelText('Date and time')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changes).toHaveLength(1));
    expect(changes[0]?.body).toEqual({ content: 'Text of m-1 and salt', acceptsWarning: false });
  });

  it('TLK-513 gives one that was not sent a new time', async () => {
    const failed = scheduled('m-1', { failure: FAILED, sendAt: '2026-03-05T20:50:00.000Z' });
    const changes = mock(changeScheduledMessage, () => failed);
    const { user } = await open([failed]);
    await user.click((await rowOf('Text of m-1')).getByRole('button', { name: 'Change' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changes).toHaveLength(1));
    expect(changes[0]?.body?.content).toBe('Text of m-1');
    expect(Date.parse(changes[0]?.body?.sendAt ?? '')).toBeGreaterThan(Date.now());
  });

  it('TLK-513 says how to schedule one, and has the reminders beside them', async () => {
    const listed = mock(listNotifications, []);
    const { user, query } = await open([]);
    expect(await screen.findByText('Nothing scheduled')).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Reminders' }));
    expect(await screen.findByText('What you want to be reminded of waits here.')).toBeInTheDocument();
    expect(query()).toEqual({ tab: 'reminders' });
    expect(listed.at(-1)?.query).toMatchObject({ filter: 'reminders' });
  });
});
