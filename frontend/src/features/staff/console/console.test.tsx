import { describe, expect, it } from '@jest/globals';
import {
  beginIncident,
  endMaintenance,
  getMaintenance,
  getStatus,
  type IncidentView,
  listStaffAudit,
  type MaintenanceView,
  setMaintenance,
} from '@oniverse/contracts';
import { screen, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

describe('the console', () => {
  it('STF-005 is denied to other members', async () => {
    signIn();
    renderApp('/console');
    expect(await screen.findByText('The console is for the staff of this site.')).toBeInTheDocument();
  });

  it('STF-005 leads staff without a second factor to one', async () => {
    signIn({ staffRole: 'moderator' });
    mock(listStaffAudit, () => problem('factor_required'));
    renderApp('/console/audit');
    const link = await screen.findByRole('link', { name: 'Set up a second factor' });
    expect(link).toHaveAttribute('href', '/settings?tab=security');
  });

  it('STF-004 shows staff each action, who took it, and the member', async () => {
    signIn({ staffRole: 'admin' });
    mock(listStaffAudit, [
      {
        id: 'a-1',
        kind: 'staff_added',
        actor: null,
        isByOperators: true,
        subject: { username: 'vesper', displayName: null, profileImageUrl: null },
        detail: { role: 'admin' },
        createdAt: '2026-11-20T20:00:00.000Z',
      },
    ]);
    renderApp('/console/audit');
    expect(
      await screen.findByText(/^The operators made .*vesper.* an admin of the site$/),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Audit log' })).toHaveAttribute('aria-current', 'page');
  });

  it('STF-113 lets staff begin an incident', async () => {
    signIn({ staffRole: 'moderator' });
    const incidents: IncidentView[] = [];
    mock(getStatus, () => ({ checkedAt: new Date().toISOString(), parts: [], incidents, maintenance: null }));
    const begun = mock(beginIncident, ({ body }) => {
      if (!body) return problem('validation_failed');
      const { note: text, ...given } = body;
      const createdAt = new Date().toISOString();
      const begunNow: IncidentView = {
        ...given,
        id: 'i-1',
        startedAt: createdAt,
        endedAt: null,
        notes: [{ id: 'n-1', text, createdAt }],
      };
      incidents.push(begunNow);
      return begunNow;
    });
    const { user } = renderApp('/console/status');
    await user.click(await screen.findByRole('button', { name: 'Begin an incident' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Pages are slow');
    await user.type(dialog.getByRole('textbox', { name: /What happened/u }), 'We look at it.');
    await user.click(dialog.getByRole('button', { name: 'Begin an incident' }));
    expect(await screen.findByText('Pages are slow')).toBeInTheDocument();
    expect(begun).toMatchObject([
      { body: { title: 'Pages are slow', part: 'web', state: 'slow', note: 'We look at it.' } },
    ]);
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('OPS-057 lets administrators make the site read only, and end that', async () => {
    signIn({ staffRole: 'admin' });
    mock(getStatus, { checkedAt: new Date().toISOString(), parts: [], incidents: [], maintenance: null });
    let maintenance: MaintenanceView | null = null;
    mock(getMaintenance, () => ({ maintenance }));
    const set = mock(setMaintenance, ({ body }) => {
      const { startsAt = new Date().toISOString(), endsAt = null, text = null } = body ?? {};
      maintenance = { startsAt, endsAt, text };
      return { maintenance };
    });
    mock(endMaintenance, () => {
      maintenance = null;
      return { ok: true };
    });
    const { user } = renderApp('/console/status');
    await user.click(await screen.findByRole('button', { name: 'Make read only' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Maintenance' }));
    await user.type(dialog.getByRole('textbox', { name: 'what is done' }), 'Upgrade.');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('read only')).toBeInTheDocument();
    expect(set).toMatchObject([{ body: { text: 'Upgrade.' } }]);
    await user.click(screen.getByRole('button', { name: 'End now' }));
    const question = within(screen.getByRole('alertdialog', { name: 'End the maintenance?' }));
    await user.click(question.getByRole('button', { name: 'End now' }));
    expect(await screen.findByRole('button', { name: 'Make read only' })).toBeInTheDocument();
  });
});
