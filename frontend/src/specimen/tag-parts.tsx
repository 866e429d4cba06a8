import '../features/people/tag-pages/tag-page.css';
import type { SearchView, TagPageView } from '@oniverse/contracts';
import { useState } from 'react';
import { Lines } from '../features/site/search/lines.js';
import { QueryField } from '../features/site/search/query-field.js';
import { groupsOf } from '../features/site/search/results.js';
import { TagAside } from '../features/people/tag-pages/tag-aside.js';
import { TagCluster } from '../features/people/tag-pages/tag-cluster.js';
import { TagMembers } from '../features/people/tag-pages/tag-members.js';
import { Window } from '../ui/window.js';
import { MEMBER } from './samples.js';

const AT = '2026-11-20T21:14:00.000Z';
const member = (username: string, strength: number, tags: string[]) => ({
  id: username,
  username,
  displayName: null,
  profileImageUrl: null,
  strength,
  tags,
});

const TAG: TagPageView = {
  name: 'dreams',
  memberCount: 26,
  hasMoreMembers: false,
  isCarried: true,
  isHub: false,
  sharedWith: ['otto_n', 'sable'],
  members: [
    member('otto_n', 3, ['dreams', 'night_walks']),
    member('sable', 1, ['dreams']),
    member('wren_x', 0, ['moths']),
  ],
  cluster: {
    nodes: [
      { id: MEMBER, username: 'vesper', isCurrentUser: true },
      { id: 'otto_n', username: 'otto_n', isCurrentUser: false },
      { id: 'sable', username: 'sable', isCurrentUser: false },
      { id: 'wren_x', username: 'wren_x', isCurrentUser: false },
    ],
    links: [
      [0, 1],
      [0, 2],
      [1, 2],
    ],
  },
  pictures: [],
  dimensions: [{ id: MEMBER, name: 'Sleep Laboratory', channelCount: 3, memberCount: 42, isMember: false }],
  together: ['coast', 'moths', 'night_walks'],
};

const author = (username: string) => ({ username, displayName: null, profileImageUrl: null });
const FOUND: SearchView = {
  members: {
    items: [
      {
        ...author('tide_isolde'),
        id: 'tide',
        displayName: 'Isolde Marr',
        bio: 'Tide tables.',
        excerpt: null,
      },
    ],
    nextCursor: null,
  },
  tags: { items: [{ name: 'tide_tables', memberCount: 8 }], nextCursor: null },
  posts: {
    items: [
      {
        id: 'post',
        title: 'What the ferry timetable leaves out',
        excerpt: '… the harbour at low tide …',
        author: author('isolde'),
        createdAt: AT,
      },
    ],
    nextCursor: null,
  },
  dimensions: {
    items: [
      {
        id: MEMBER,
        name: 'Tidal Library',
        description: null,
        memberCount: 118,
        isPublic: true,
        hasJoined: true,
      },
    ],
    nextCursor: null,
  },
  isComplete: true,
};

/** The parts of a tag's page, and what a search found. */
export function TagParts() {
  const q = 'tide';
  const [query, setQuery] = useState('from:isolde in:"Rooftop watch" low has:');
  return (
    <>
      <Window title="Tag">
        <TagCluster page={TAG} wide={false} />
        <div className="specimen__two">
          <TagMembers page={TAG} own={MEMBER} />
          <TagAside page={TAG} />
        </div>
      </Window>
      <Window title="Found">
        <QueryField
          label="Search"
          placeholder="What are you looking for?"
          value={query}
          onChange={setQuery}
        />
        <Lines
          results={groupsOf(FOUND, { q, now: Date.parse(AT) }).flatMap(({ results }) => results)}
          q={q}
        />
      </Window>
    </>
  );
}
