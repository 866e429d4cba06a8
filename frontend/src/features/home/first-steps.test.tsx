import { describe, expect, it } from '@jest/globals';
import { GUIDE_DAYS, USER_DEFAULTS } from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { signIn } from '../../testing/members.js';
import { renderApp } from '../../testing/render.js';
import { server } from '../../testing/server.js';
import { STEPS_TEXTS } from './home.texts.js';

const DAY = 24 * 60 * 60_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const WRITTEN = { profileMarkdown: '# Tides' };

/** A member of so many days, who is in so many dimensions. */
function arrive({ days = 0, joined = 0, given = {} } = {}) {
  signIn({ createdAt: ago(days), ...given });
  const place = {
    ownerId: 'o',
    name: 'Observatory',
    description: null,
    isPublic: true,
    memberCount: 1,
    membership: { role: 'member' },
    unreadCount: 0,
    mentionCount: 0,
    createdAt: ago(9),
    updatedAt: ago(9),
  };
  server.use(
    http.get('/api/servers', () =>
      HttpResponse.json(Array.from({ length: joined }, (_, index) => ({ id: `s-${index}`, ...place }))),
    ),
  );
  return renderApp('/homepage');
}

const guide = () => screen.findByRole('region', { name: STEPS_TEXTS.title });
const done = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .map((step) => within(step).queryByText('done') !== null);
/** Once the servers are known, all that the guide depends on is. */
const settled = () => screen.findByRole('region', { name: 'Your dimensions' });

describe('the first steps', () => {
  it('lead a new member to the profile, to the dimensions and to the constellation', async () => {
    arrive();
    const region = await guide();
    expect(
      within(region)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/profile', '/dimensions/public', '/constellation']);
    expect(done(region)).toEqual([false, false, false]);
  });

  it('know what is done, and are gone once all of it is', async () => {
    const first = arrive({ joined: 1, given: WRITTEN });
    const region = await guide();
    await waitFor(() => expect(done(region)).toEqual([true, true, false]));
    first.go('/constellation');
    await waitFor(() => expect(region).not.toBeInTheDocument());
    first.unmount();
    arrive({ joined: 1, given: WRITTEN });
    const dimensions = within(await settled());
    await dimensions.findByText('Observatory');
    expect(screen.queryByText(STEPS_TEXTS.title)).not.toBeInTheDocument();
  });

  it('are not done by merely pointing at the way to the constellation', async () => {
    const { user } = arrive();
    const region = await guide();
    await user.hover(within(region).getByRole('link', { name: 'See your constellation' }));
    await screen.findByText('No dimension joined yet');
    expect(done(region)).toEqual([false, false, false]);
  });

  it('go for good when they are dismissed, for that member', async () => {
    const first = arrive();
    await guide();
    await first.user.click(screen.getByRole('button', { name: STEPS_TEXTS.dismiss }));
    expect(screen.queryByText(STEPS_TEXTS.title)).not.toBeInTheDocument();
    first.unmount();
    const second = arrive();
    await screen.findByText('No dimension joined yet');
    expect(screen.queryByText(STEPS_TEXTS.title)).not.toBeInTheDocument();
    second.unmount();
    arrive({ given: { id: '0193a000-0000-7000-8000-000000000002' } });
    expect(await guide()).toBeInTheDocument();
  });

  it('are nothing for who has been a member for long', async () => {
    arrive({ days: GUIDE_DAYS });
    await screen.findByText('No dimension joined yet');
    expect(screen.queryByText(STEPS_TEXTS.title)).not.toBeInTheDocument();
  });

  it.each([USER_DEFAULTS.profileMarkdown, ' \n'])(
    'take %j for an unwritten profile',
    async (profileMarkdown) => {
      arrive({ given: { profileMarkdown } });
      expect(done(await guide())).toEqual([false, false, false]);
    },
  );
});
