import { beforeEach, describe, expect, it } from '@jest/globals';
import { remindOfMessage } from '@oniverse/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { message } from '../../../testing/live-server.js';
import { mock } from '../../../testing/mock.js';
import { renderWithLinks } from '../../../testing/render.js';
import { useToast } from '../../../ui/toast-store.js';
import { fieldTimeOf } from '../clock/clock-times.js';
import { askForReminder } from './message-dialogs.store.js';
import { ReminderDialog } from './reminder-dialog.js';

const MINUTE_MS = 60_000;
const MESSAGE = message({ seq: 1 });

beforeEach(() => useToast.setState({ toast: null }));

describe('the dialog that asks for a reminder', () => {
  it('TLK-514 takes an offered time with one button, and says when it comes', async () => {
    const requests = mock(remindOfMessage, { ok: true });
    const { user } = renderWithLinks(<ReminderDialog />);
    act(() => askForReminder(MESSAGE));
    await user.click(await screen.findByRole('button', { name: /^In 20 minutes/u }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests[0]?.id).toBe(MESSAGE.id);
    const at = Date.parse(requests[0]?.body?.at ?? '');
    expect(Math.abs(at - Date.now() - 20 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
    expect(useToast.getState().toast).toMatchObject({
      title: expect.stringMatching(/^You will be reminded on /u),
      action: { path: '/scheduled?tab=reminders' },
    });
  });

  it('TLK-514 takes a date, and says why it was refused', async () => {
    mock(remindOfMessage, () => problem('quota_reached', 'You can have up to 200 reminders.'));
    const { user } = renderWithLinks(<ReminderDialog />);
    act(() => askForReminder(MESSAGE));
    const field = await screen.findByLabelText('Date and time');
    const submit = () => user.click(screen.getByRole('button', { name: 'Remind me' }));
    fireEvent.change(field, { target: { value: '2020-01-01T12:00' } });
    await submit();
    expect(field).toHaveAccessibleDescription('Choose a time in the future, at most a year ahead.');
    fireEvent.change(field, { target: { value: fieldTimeOf(Date.now() + 90 * MINUTE_MS) } });
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent('You can have up to 200 reminders.');
  });
});
