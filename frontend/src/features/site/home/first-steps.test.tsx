import { describe, expect, it } from '@jest/globals';
import { getHome, listServers, recordHomeSteps, USER_DEFAULTS } from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { installCanvas } from '../../../testing/canvas.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { GUIDE_DAYS } from './first-steps.js';
import { STEPS_TEXTS } from './home.texts.js';

const DAY = 24 * 60 * 60_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const WRITTEN = { profileMarkdown: '# Tides' };

const NO_STEPS = { isDismissed: false, sawConstellation: false };

/** @param options.days since registration */
function openHome({
  days = 0,
  joined = 0,
  user = {},
  steps = NO_STEPS,
  leftAt = null as string | null,
} = {}) {
  signIn({ createdAt: ago(days), ...user });
  let stored = steps;
  const dimension = {
    ownerId: 'o',
    name: 'Observatory',
    description: null,
    isPublic: true,
    memberCount: 1,
    membership: { role: 'member' as const },
    unreadCount: 0,
    mentionCount: 0,
    isBanned: false,
    archivedAt: null,
    timeOut: null,
    questions: [],
    hasLinkPreviews: true,
    messageDays: 0,
    formerMessageDays: null,
    formerMessageDaysUntil: null,
    application: null,
    createdAt: ago(9),
    updatedAt: ago(9),
  };
  mock(getHome, () => ({
    leftAt,
    mentions: [],
    replies: [],
    links: [],
    posts: [],
    channels: [],
    hasNearPosts: false,
    steps: stored,
  }));
  mock(recordHomeSteps, ({ body }) => {
    stored = { ...stored, ...body };
    return { ok: true };
  });
  mock(
    listServers,
    Array.from({ length: joined }, (_, index) => ({ id: `s-${index}`, ...dimension })),
  );
  return { ...renderApp('/homepage'), stepsOf: () => stored };
}

const findGuide = () => screen.findByRole('region', { name: STEPS_TEXTS.title });
const completedSteps = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .map((step) => within(step).queryByText('done') !== null);
/** Once the dimensions have loaded, the guide no longer changes. */
const findDimensions = () => screen.findByRole('region', { name: 'Your dimensions' });

describe('FirstStepsGuide', () => {
  it('links a new member to profile, dimensions and constellation', async () => {
    openHome();
    const region = await findGuide();
    expect(
      within(region)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/profile', '/dimensions/public', '/constellation']);
    expect(completedSteps(region)).toEqual([false, false, false]);
  });

  it('marks completed steps and disappears when all are done', async () => {
    installCanvas();
    const first = openHome({ joined: 1, user: WRITTEN });
    const region = await findGuide();
    await waitFor(() => expect(completedSteps(region)).toEqual([true, true, false]));
    first.navigate('/constellation');
    await waitFor(() => expect(first.stepsOf()).toEqual({ isDismissed: false, sawConstellation: true }));
    first.unmount();
    openHome({ joined: 1, user: WRITTEN, steps: first.stepsOf() });
    const dimensions = within(await findDimensions());
    await dimensions.findByText('Observatory');
    expect(screen.queryByText(STEPS_TEXTS.title)).not.toBeInTheDocument();
  });

  it('does not complete a step when its link is hovered', async () => {
    const { user } = openHome();
    const region = await findGuide();
    await user.hover(within(region).getByRole('link', { name: 'See your constellation' }));
    await screen.findByText('No dimension joined yet');
    expect(completedSteps(region)).toEqual([false, false, false]);
  });

  it('NXT-319 stays hidden after a dismissal, which the account remembers', async () => {
    const first = openHome();
    await findGuide();
    await first.user.click(screen.getByRole('button', { name: STEPS_TEXTS.dismiss }));
    expect(screen.queryByText(STEPS_TEXTS.title)).not.toBeInTheDocument();
    await waitFor(() => expect(first.stepsOf()).toEqual({ isDismissed: true, sawConstellation: false }));
    first.unmount();
    openHome({ steps: first.stepsOf() });
    await screen.findByText('No dimension joined yet');
    expect(screen.queryByText(STEPS_TEXTS.title)).not.toBeInTheDocument();
  });

  it('NXT-319 stands below what happened since the member left', async () => {
    openHome({ leftAt: ago(2) });
    const guide = await findGuide();
    const since = screen.getByRole('region', { name: 'Since you left' });
    expect(since.compareDocumentPosition(guide)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('is not shown to long-time members', async () => {
    openHome({ days: GUIDE_DAYS });
    await screen.findByText('No dimension joined yet');
    expect(screen.queryByText(STEPS_TEXTS.title)).not.toBeInTheDocument();
  });

  it.each([USER_DEFAULTS.profileMarkdown, ' \n'])(
    'treats %j as an unwritten profile',
    async (profileMarkdown) => {
      openHome({ user: { profileMarkdown } });
      expect(completedSteps(await findGuide())).toEqual([false, false, false]);
    },
  );
});
