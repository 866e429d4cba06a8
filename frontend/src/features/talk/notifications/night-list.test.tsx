import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  listNotifications,
  markNotificationDone,
  type NotificationFilter,
  type NotificationView,
  remindOfNotification,
  reopenNotification,
} from '@oniverse/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { useToast } from '../../../ui/toast-store.js';
import { fieldTimeOf } from '../clock/clock-times.js';

const HOUR_MS = 3_600_000;
const STATE = { isUnread: false };

const row = (id: string, given: Partial<NotificationView> = {}): NotificationView => ({
  id,
  kind: 'invite',
  createdAt: '2026-03-05T21:00:00.000Z',
  happenedAt: null,
  remindAt: null,
  isUnread: false,
  members: [{ userId: id, username: id, displayName: null, profileImageUrl: null }],
  others: 0,
  post: null,
  reply: null,
  message: null,
  server: { id: 's-1', name: 'Observatory', isPublic: true },
  report: null,
  sharedTags: [],
  ...given,
});

beforeEach(() => {
  signIn();
  useToast.setState({ toast: null });
});

/** Serves a log that calls change. */
function serve(rows: readonly NotificationView[]) {
  const calls: unknown[] = [];
  const places = new Map<string, NotificationFilter | undefined>();
  const listed = mock(listNotifications, ({ query: { filter } }) =>
    rows.filter(({ id }) => places.get(id) === filter || (filter === 'dimensions' && !places.get(id))),
  );
  mock(markNotificationDone, ({ body }) => {
    calls.push(['done', body?.row]);
    places.set(body?.row ?? '', 'done');
    return STATE;
  });
  mock(remindOfNotification, ({ body }) => {
    calls.push(['remind', body?.row, body?.at]);
    places.set(body?.row ?? '', 'reminders');
    return STATE;
  });
  mock(reopenNotification, ({ body }) => {
    calls.push(['open', body?.row]);
    places.delete(body?.row ?? '');
    return STATE;
  });
  return { calls, listed };
}
const list = () => screen.getByRole('tabpanel');
const rowOf = (name: string) => {
  const found = within(list()).getByText(name).closest('li');
  if (!found) throw new Error(`No row names ${name}.`);
  return found;
};
const names = () => within(list()).queryAllByText(/^(?:otto|nia|sable)$/u, { selector: 'bdi' });
const shown = () => names().map(({ textContent }) => textContent);
async function open(rows: readonly NotificationView[], address = '/notifications') {
  const api = serve(rows);
  const view = renderApp(address);
  await screen.findByRole('tab', { name: 'Dimensions' });
  await waitFor(() => expect(shown().length).toBeGreaterThan(0));
  return { ...view, ...api };
}

describe('the night log', () => {
  it('TLK-401 has its filter in the address, and the arrow keys choose another', async () => {
    const { user, query, listed } = await open([row('otto')], '/notifications?kind=dimensions');
    const tab = screen.getByRole('tab', { name: 'Dimensions' });
    expect(tab).toHaveAttribute('aria-selected', 'true');
    expect(listed.at(-1)?.query).toMatchObject({ filter: 'dimensions' });
    await user.click(tab);
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(query()).toEqual({ kind: 'conversations' }));
    expect(
      await screen.findByText('When someone writes to you directly, it is written here.'),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'All' }));
    await waitFor(() => expect(query()).toEqual({}));
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'All',
      'Mentions',
      'Replies',
      'Ripples',
      'New lines',
      'Dimensions',
      'Conversations',
      'By the clock',
      'Games',
      'Staff notes',
      'Reminders',
      'Done',
    ]);
  });

  it('TLK-413 goes through its rows by J, K and the arrow keys; E is done, Z undoes it', async () => {
    const { user, calls } = await open([row('otto'), row('nia'), row('sable')]);
    await user.keyboard('e');
    expect(calls).toEqual([]);
    await user.keyboard('j');
    expect(rowOf('otto')).toHaveFocus();
    await user.keyboard('j{ArrowDown}k{ArrowDown}{ArrowUp}');
    expect(rowOf('nia')).toHaveFocus();
    await user.keyboard('e');
    expect(rowOf('sable')).toHaveFocus();
    await user.keyboard('e');
    expect(rowOf('otto')).toHaveFocus();
    await waitFor(() => expect(calls).toHaveLength(2));
    await waitFor(() => expect(useToast.getState().toast?.title).toBe('Done'));
    // A key that is held does not decide about the next row.
    fireEvent.keyDown(rowOf('otto'), { key: 'e', repeat: true });
    await user.keyboard('z');
    await waitFor(() => expect(shown()).toHaveLength(2));
    await user.keyboard('z');
    await waitFor(() => expect(shown()).toEqual(['otto', 'nia', 'sable']));
    expect(calls).toHaveLength(4);
    expect(calls).toEqual(
      expect.arrayContaining([
        ['done', 'nia'],
        ['done', 'sable'],
        ['open', 'nia'],
        ['open', 'sable'],
      ]),
    );
  });

  it('TLK-415 leaves a row out at once, offers to undo it, and shows it again if that fails', async () => {
    const { user, calls } = await open([row('otto'), row('nia')]);
    let fail = () => {};
    const failed = new Promise<void>((resolve) => {
      fail = resolve;
    });
    mock(markNotificationDone, async () => {
      await failed;
      return problem('internal_error', 'Something broke.');
    });
    await user.click(within(rowOf('otto')).getByRole('button', { name: 'Done' }));
    expect(shown()).toEqual(['nia']);
    fail();
    await waitFor(() => expect(shown()).toEqual(['otto', 'nia']));
    expect(useToast.getState().toast).toMatchObject({ variant: 'destructive' });
    serve([row('otto'), row('nia')]);
    await user.click(within(rowOf('otto')).getByRole('button', { name: 'Done' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(shown()).toEqual(['otto', 'nia']));
    await waitFor(() => expect(useToast.getState().toast?.title).toBe('Back in the log'));
    expect(calls).toEqual([]);
  });

  it('TLK-405 TLK-413 cancels a reminder, and brings a done row back to the log', async () => {
    const at = new Date(Date.now() + 30 * HOUR_MS).toISOString();
    const api = serve([row('otto')]);
    mock(listNotifications, ({ query: { filter } }) =>
      filter === 'reminders' ? [row('nia', { remindAt: at })] : [row('otto')],
    );
    const { user } = renderApp('/notifications?kind=reminders');
    await user.click(await screen.findByRole('button', { name: 'Cancel reminder' }));
    await waitFor(() => expect(api.calls).toEqual([['open', 'nia']]));
    // Undoing it sets the same time again.
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(api.calls.at(-1)).toEqual(['remind', 'nia', at]));
    await user.click(screen.getByRole('tab', { name: 'Done' }));
    await user.click(await screen.findByRole('button', { name: 'Back to the log' }));
    await waitFor(() => expect(api.calls.at(-1)).toEqual(['open', 'otto']));
    expect(screen.queryByRole('button', { name: 'Remind me' })).toBeNull();
  });

  it('TLK-414 reminds in an hour, in the evening, tomorrow, or at a date in the future', async () => {
    const { user, calls } = await open([row('otto'), row('nia')]);
    const remind = async (choice: RegExp) => {
      await user.click(within(rowOf('otto')).getByRole('button', { name: 'Remind me' }));
      await user.click(await screen.findByRole('menuitem', { name: choice }));
    };
    await user.click(within(rowOf('nia')).getByRole('button', { name: 'Remind me' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^In an hour, \d\d:\d\d$/u),
      expect.stringMatching(/^(?:This|Tomorrow) evening, 19:00$/u),
      'Tomorrow, 09:00',
      'A date...',
    ]);
    await user.click(screen.getByRole('menuitem', { name: /^In an hour/u }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(rowOf('otto')).toHaveFocus();
    const [, id, at] = Object(calls[0]);
    expect(id).toBe('nia');
    expect(Math.abs(Date.parse(at) - Date.now() - HOUR_MS)).toBeLessThan(60_000);

    await remind(/date/u);
    const field = await screen.findByLabelText('Date and time');
    const submit = () =>
      user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remind me' }));
    fireEvent.change(field, { target: { value: '2020-01-01T12:00' } });
    await submit();
    expect(field).toHaveAccessibleDescription('Choose a time in the future, at most a year ahead.');
    const day = fieldTimeOf(Date.now() + 72 * HOUR_MS);
    fireEvent.change(field, { target: { value: day } });
    await submit();
    await waitFor(() =>
      expect(calls.at(-1)).toEqual(['remind', 'otto', new Date(Date.parse(day)).toISOString()]),
    );
    await waitFor(() => expect(useToast.getState().toast?.title).toMatch(/^Comes back on /u));
  });

  it('TLK-406 says of a row that came back when it happened', async () => {
    await open([row('otto', { happenedAt: '2026-01-02T03:04:00.000Z' })]);
    expect(screen.getByText(/^Your reminder\. It happened on \d+ January 2026 at/u)).toBeInTheDocument();
  });
});
