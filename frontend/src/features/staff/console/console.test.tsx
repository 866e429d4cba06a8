import { describe, expect, it } from '@jest/globals';
import { listStaffAudit } from '@oniverse/contracts';
import { screen } from '@testing-library/react';
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
});
