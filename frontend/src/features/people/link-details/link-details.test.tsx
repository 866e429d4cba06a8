import { describe, expect, it } from '@jest/globals';
import type { LinkDetailsView, TagSources } from '@oniverse/contracts';
import { screen } from '@testing-library/react';
import { signIn } from '../../../testing/members.js';
import { renderWithLinks } from '../../../testing/render.js';
import { LinkPanel } from './link-details.js';

const NOWHERE: TagSources = {
  isOnProfile: false,
  postCount: 0,
  posts: [],
  pictureCount: 0,
  pictureId: null,
  boards: [],
};
const LINK: LinkDetailsView = {
  strength: 1,
  since: '2026-11-20T21:04:11.512Z',
  tags: [
    {
      name: 'maps',
      isHub: false,
      yours: { ...NOWHERE, boards: [{ id: 'b-1', name: 'Mine' }] },
      theirs: {
        ...NOWHERE,
        boards: [{ id: 'b-2', name: 'Paper cities' }],
        pictureCount: 2,
        pictureId: 'i-1',
      },
    },
  ],
  nextTags: [],
  dimensions: [
    { id: 'd-1', name: 'Observatory', isPublic: true },
    { id: 'd-2', name: 'Roof', isPublic: false },
  ],
};

describe('the line between two members', () => {
  it('NXT-312 leads to the boards, pictures and dimensions that it names', async () => {
    signIn();
    renderWithLinks(
      <LinkPanel
        link={LINK}
        reader={{ username: 'vesper', isPublic: true }}
        member={{ id: 'm-1', username: 'otto_n', displayName: null }}
      />,
    );
    await screen.findByRole('heading', { name: 'The line between you' });
    const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(['Mine', 'Paper cities', 'on 2 pictures by otto_n', 'Observatory', 'Roof'].map(addressOf)).toEqual(
      [
        '/album?board=b-1',
        '/u/otto_n?board=b-2',
        '/u/otto_n/p/i-1?tag=maps',
        '/dimensions/public?server=d-1',
        '/dimensions/private?server=d-2',
      ],
    );
  });
});
