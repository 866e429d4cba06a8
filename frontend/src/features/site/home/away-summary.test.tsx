import { describe, expect, it } from '@jest/globals';
import { getHome, type HomeView, markHomeRead } from '@oniverse/contracts';
import { render, screen, waitFor, within } from '@testing-library/react';
import { setMedia } from '../../../testing/browser.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { TimeRule } from './time-rule.js';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const otto = { username: 'otto_n', displayName: null, profileImageUrl: null };
const place = {
  serverId: 's-1',
  serverName: 'Observatory',
  isPublic: true,
  channelId: 'c-1',
  channelName: 'tonight',
};
const post = { id: 'p-1', title: 'Slow light', author: otto };

const ownPost = {
  id: 'p-2',
  title: 'A bus that waits',
  author: { ...otto, username: 'vesper' },
};

const HOME: HomeView = {
  leftAt: ago(3_000),
  mentions: [{ at: ago(9), isRead: false, author: otto, place, content: 'look up, @vesper: not @vesper_2' }],
  replies: [{ at: ago(20), isRead: false, author: otto, post: ownPost, content: 'Which hand?' }],
  links: [{ at: ago(40), isRead: false, member: otto, sharedTags: ['tide', 'moon'] }],
  posts: [{ at: ago(60), isRead: false, post }],
  channels: [{ place, unreadCount: 34 }],
  hasNearPosts: false,
  steps: { isDismissed: false, sawConstellation: false },
};

function openHome(home: HomeView) {
  signIn();
  mock(getHome, home);
  return renderApp('/homepage');
}

describe('Since', () => {
  it('TLK-014 calls an answer to a message of the member a reply', async () => {
    openHome({ ...HOME, mentions: HOME.mentions.map((mention) => ({ ...mention, isReply: true })) });
    const section = within(await screen.findByRole('region', { name: 'Since you left' }));
    expect(section.getAllByRole('listitem')[0]).toHaveTextContent(/^reply unread/u);
  });

  it('NXT-001 lists what happened, each with its link and NXT-200 the cards of its members, and NXT-002 marks it as read', async () => {
    const read = mock(markHomeRead, { ok: true });
    const { user } = openHome(HOME);
    const section = within(await screen.findByRole('region', { name: 'Since you left' }));
    const rows = section.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/^mention unreadotto_n in Observatory # tonightlook up, @vesper: not @vesper_2/);
    const named = section.getAllByText('@vesper');
    expect(named.map(({ className }) => className)).toEqual(['mention is-me']);
    expect(rows[1]).toMatch(/^reply unreadotto_n on your post A bus that waitsWhich hand\?/);
    expect(rows[2]).toMatch(/^new line unreadYou now share #tide and #moon with otto_n/);
    for (const name of section.getAllByRole('link', { name: 'otto_n' })) {
      expect(name).toHaveAttribute('aria-haspopup', 'dialog');
    }
    expect(section.getByText('34 new')).toBeInTheDocument();
    expect(section.getByRole('link', { name: '#tide' })).toHaveAttribute('href', '/t/tide');
    await user.click(section.getByRole('button', { name: 'Mark all read' }));
    await waitFor(() => expect(section.queryByText('unread')).not.toBeInTheDocument());
    expect(read).toHaveLength(1);
    expect(section.queryByRole('button', { name: 'Mark all read' })).not.toBeInTheDocument();
  });

  it('NXT-320 names new lines for one tag in one row, with the number of further members', async () => {
    const linkTo = (username: string, ...sharedTags: string[]) => ({
      at: ago(40),
      isRead: true,
      member: { ...otto, username },
      sharedTags,
    });
    openHome({
      ...HOME,
      links: [
        linkTo('halcyon', 'lighthouses', 'fog'),
        linkTo('wren_x', 'moths'),
        ...['juno_9', 'sable', 'pell', 'tamsin', 'isolde'].map((name) => linkTo(name, 'lighthouses')),
      ],
    });
    const section = within(await screen.findByRole('region', { name: 'Since you left' }));
    const rows = section
      .getAllByRole('listitem')
      .flatMap(({ textContent }) => /^new line(.*?)\d/.exec(textContent)?.[0] ?? []);
    expect(rows).toHaveLength(2);
    expect(section.getAllByText(/You now share/)[0]).toHaveTextContent(
      'You now share #lighthouses with halcyon, juno_9 and 4 others',
    );
    expect(section.getAllByText(/You now share/)[1]).toHaveTextContent('You now share #moths with wren_x');
  });

  it('NXT-327 calls members by their Oni names', async () => {
    const named = { ...otto, displayName: 'Otto Voss' };
    openHome({ ...HOME, links: HOME.links.map((link) => ({ ...link, member: named })) });
    const section = within(await screen.findByRole('region', { name: 'Since you left' }));
    expect(section.getByRole('link', { name: 'Otto Voss' })).toHaveAttribute('href', '/u/otto_n');
  });

  it('NXT-321 shows the beginnings of texts without their marks', async () => {
    openHome({
      ...HOME,
      replies: HOME.replies.map((reply) => ({ ...reply, content: '**Which** [hand](https://example.org)?' })),
    });
    expect(await screen.findByText('Which hand?')).toBeInTheDocument();
  });

  it('NXT-001 shows the time of today, the weekday within a week, and the date before', async () => {
    const now = new Date();
    const today = new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
    const reply = HOME.replies.slice(0, 1);
    openHome({
      ...HOME,
      replies: [today, ago(3 * 24 * 60), ago(20 * 24 * 60)].flatMap((at) =>
        reply.map((each) => ({ ...each, at })),
      ),
    });
    const section = within(await screen.findByRole('region', { name: 'Since you left' }));
    const times = section
      .getAllByRole('listitem')
      .filter(({ textContent }) => textContent.startsWith('reply'))
      .map((row) => within(row).getByRole('time').textContent);
    expect(times).toEqual([
      '00:00',
      expect.stringMatching(/^[A-Z][a-z]{2} \d\d:\d\d$/),
      expect.stringMatching(/^\d{1,2} [A-Z][a-z]{2,3}$/),
    ]);
  });

  it('NXT-326 draws the time rule for phones too, without hours that are too close', () => {
    const hour = 3_600_000;
    const ticks = () => {
      const { container, unmount } = render(<TimeRule from={0} to={150 * hour} marks={[]} />);
      const drawn = [
        container.querySelector('svg')?.getAttribute('viewBox'),
        container.querySelectorAll('line').length,
      ];
      unmount();
      return drawn;
    };
    expect(ticks()).toEqual(['0 0 760 56', 151]);
    setMedia('(max-width: 600px)');
    expect(ticks()).toEqual(['0 0 350 56', 26]);
  });

  it('NXT-001 is absent during the first visit, and says when nothing happened', async () => {
    const nothing = { ...HOME, mentions: [], replies: [], links: [], posts: [], channels: [] };
    const first = openHome({ ...nothing, leftAt: null });
    await screen.findByRole('tab', { name: 'Everyone' });
    expect(screen.queryByRole('region', { name: 'Since you left' })).not.toBeInTheDocument();
    first.unmount();
    openHome(nothing);
    expect(await screen.findByText('All quiet since you left.')).toBeInTheDocument();
  });
});
