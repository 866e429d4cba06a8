import {
  type BookmarkView,
  listBookmarks,
  listServerAudit,
  listSuggestions,
  type NotificationView,
  type SuggestionsView,
} from '@oniverse/contracts';
import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Shelf } from './features/writing/bookmark-lists/index.js';
import { AuditList } from './features/talk/dimensions/audit-list.js';
import { NightRow } from './features/talk/notifications/night-row.js';
import { Suggestions } from './features/people/suggestions/index.js';
import { signIn } from './testing/members.js';
import { mock } from './testing/mock.js';
import { renderWithLinks } from './testing/render.js';
import { MemberNames } from './ui/member-names.js';

const OTTO = { username: 'otto_n', displayName: 'Otto Voss', profileImageUrl: null };
const AT = '2026-11-20T20:00:00.000Z';

const kept = (kind: 'member' | 'post', title: string | null): BookmarkView => ({
  id: `kept-${kind}`,
  kind,
  subject: `${kind}-1`,
  title,
  author: OTTO,
  imageUrl: null,
  place: null,
  conversation: null,
  newPosts: 0,
  note: null,
  createdAt: AT,
});

const ROW: NotificationView = {
  id: 'row',
  kind: 'ripple',
  createdAt: AT,
  happenedAt: null,
  remindAt: null,
  isUnread: false,
  members: [
    { userId: 'u-otto', ...OTTO },
    { userId: 'u-juno', username: 'juno_9', displayName: null, profileImageUrl: null },
  ],
  others: 0,
  post: { id: 'p-1', title: 'Slow light', author: 'vesper' },
  reply: null,
  message: null,
  server: null,
  report: null,
  sharedTags: [],
};

const SUGGESTIONS: SuggestionsView = {
  suggestions: [{ id: 's-1', kind: 'kept', tags: ['maps'], member: OTTO, joinedAt: null, server: null }],
};

/** The links with a card, by name. */
async function showNames(children: ReactNode): Promise<string[]> {
  signIn();
  mock(listBookmarks, [kept('member', null), kept('post', 'Slow light')]);
  mock(listSuggestions, SUGGESTIONS);
  const { container } = renderWithLinks(children);
  await waitFor(() => expect(container.querySelector('a[aria-haspopup=dialog]')).not.toBeNull());
  return screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-haspopup') === 'dialog')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
}

describe('the names of other members', () => {
  it('NXT-200 have a card in the night log, with each avatar', async () => {
    expect(await showNames(<NightRow row={ROW} />)).toEqual([
      'Otto Voss /u/otto_n',
      'juno_9 /u/juno_9',
      'OTOtto Voss /u/otto_n',
      'JUjuno_9 /u/juno_9',
    ]);
  });

  it('NXT-200 have a card in suggestions', async () => {
    expect(await showNames(<Suggestions />)).toEqual(['Otto Voss /u/otto_n']);
  });

  it('NXT-200 have a card on the shelf: of a kept member, and of the author of a kept post', async () => {
    expect(await showNames(<Shelf />)).toEqual(['Otto Voss /u/otto_n', 'Otto Voss /u/otto_n']);
  });

  it('NXT-442 are the Oni name and the handle, in this order, each isolated from the direction of the other', () => {
    const { container } = render(
      <>
        <MemberNames member={{ username: 'otto_n', displayName: 'אוטו' }} />
        <MemberNames member={{ username: 'juno_9', displayName: null }} />
      </>,
    );
    expect([...container.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual([
      'אוטו',
      '@otto_n',
      '@juno_9',
    ]);
  });

  it('NXT-442 are isolated from the direction of each other in the audit log, as are names of things', async () => {
    mock(listServerAudit, [
      {
        id: 'entry',
        kind: 'channel_changed',
        actor: { ...OTTO, displayName: 'אוטו' },
        subject: null,
        channelId: null,
        detail: { name: 'בית', formerName: 'home' },
        createdAt: AT,
      },
    ]);
    signIn();
    const { findByRole } = renderWithLinks(<AuditList serverId="s-1" />);
    expect(await findByRole('listitem')).toHaveTextContent(
      '\u2068אוטו\u2069 @otto_n changed \u2068#בית\u2069, formerly #home',
    );
  });

  it('NXT-442 are written by one component only', () => {
    const sources = readdirSync('frontend/src', { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'),
    );
    const handles = sources.filter((name) =>
      /(?:>|^\s*)@\{|>\s*\{[\w.?]*\busername\}\s*</mu.test(readFileSync(`frontend/src/${name}`, 'utf8')),
    );
    // The live event about typing has only the handle, and so has a former Oni ID.
    expect(handles.toSorted()).toEqual([
      'features/site/settings/former-usernames.tsx',
      'features/talk/messages/typing-line.tsx',
    ]);
  });
});
