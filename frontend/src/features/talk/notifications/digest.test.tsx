import { describe, expect, it } from '@jest/globals';
import {
  changeNotificationSettings,
  getNotificationSettings,
  listNotifications,
  type NotificationSettingsView,
} from '@oniverse/contracts';
import { screen, waitFor } from '@testing-library/react';
import { addressOf } from '../../../api/calls.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { notificationSettings } from '../../../testing/notifications.js';
import { renderApp } from '../../../testing/render.js';

async function openLog(given: Partial<NotificationSettingsView>, answers: 'at once' | 'later' = 'at once') {
  signIn();
  let answerChanges = () => {};
  const answered = new Promise<void>((resolve) => {
    answerChanges = resolve;
  });
  if (answers === 'at once') answerChanges();
  let served = notificationSettings(given);
  const changes: unknown[] = [];
  mock(listNotifications, []);
  mock(getNotificationSettings, () => served);
  mock(changeNotificationSettings, async ({ body }) => {
    await answered;
    changes.push(body);
    served = { ...served, ...body };
    return served;
  });
  const view = renderApp('/notifications');
  await screen.findByRole('heading', { name: 'Digest by mail' });
  return { ...view, changes, answerChanges };
}

describe('the digest', () => {
  it('ACC-155 is off at first, then has the ticked kinds in the chosen interval', async () => {
    const { user, changes } = await openLog({});
    expect(screen.getByRole('radio', { name: 'Off' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Mail mentions' })).toBeDisabled();
    await user.click(screen.getByRole('radio', { name: 'Weekly' }));
    expect(screen.getByText('One mail a week with what is still unread.')).toBeInTheDocument();
    const ripples = screen.getByRole('checkbox', { name: 'Mail ripples' });
    await waitFor(() => expect(ripples).toBeEnabled());
    expect(ripples).not.toBeChecked();
    await user.click(ripples);
    await user.click(screen.getByRole('checkbox', { name: 'Mail mentions' }));
    await waitFor(() =>
      expect(changes).toEqual([
        { digest: 'weekly' },
        { digestKinds: ['mention', 'reply', 'link', 'invite', 'direct', 'ripple'] },
        { digestKinds: ['reply', 'link', 'invite', 'direct', 'ripple'] },
      ]),
    );
  });

  it('ACC-155 shows what was stored after a refetch brought what was not yet', async () => {
    const { user, queryClient, changes, answerChanges } = await openLog({ digest: 'daily' }, 'later');
    const ripples = screen.getByRole('checkbox', { name: 'Mail ripples' });
    await user.click(ripples);
    await queryClient.refetchQueries({ queryKey: addressOf(listNotifications) });
    await waitFor(() => expect(ripples).not.toBeChecked());
    answerChanges();
    await waitFor(() => expect(ripples).toBeChecked());
    expect(changes).toHaveLength(1);
  });

  it('ACC-155 says that a digest without kinds is not mailed', async () => {
    await openLog({ digest: 'daily', digestKinds: [] });
    expect(screen.getByText(/^Nothing is ticked/)).toBeInTheDocument();
  });

  it('ACC-155 leads to the address that has to be verified', async () => {
    const { user } = await openLog({ canDigest: false });
    expect(screen.queryByRole('radio', { name: 'Weekly' })).not.toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Mail replies' })).toBeDisabled();
    await user.click(screen.getByRole('link', { name: 'Verify your address' }));
    expect(await screen.findByRole('heading', { name: 'E-mail address' })).toBeInTheDocument();
  });

  it('ACC-155 says that the site cannot send mail', async () => {
    await openLog({ canDigest: false, canMail: false });
    expect(screen.getByText('This site cannot send mail, so there is no digest.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Verify your address' })).not.toBeInTheDocument();
  });
});
