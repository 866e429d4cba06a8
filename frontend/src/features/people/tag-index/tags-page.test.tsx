import { describe, expect, it } from '@jest/globals';
import { getTagIndex, listTagNames } from '@oniverse/contracts';
import { screen, within } from '@testing-library/react';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

/** @returns the prefixes that were asked for */
function serve() {
  const prefixes: (string | null)[] = [];
  mock(getTagIndex, { moment: ['moths', 'lamps'], links: [[0, 1]], near: ['coast'], fresh: ['fog'] });
  mock(listTagNames, ({ query: { prefix } }) => {
    prefixes.push(prefix ?? null);
    return [{ id: 't-1', name: `${prefix ?? ''}bc` }];
  });
  return prefixes;
}

const tagsIn = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

describe('the page of all tags', () => {
  it('NXT-317 leads to tags of the moment, near the member, of this week, and by letter', async () => {
    signIn();
    const prefixes = serve();
    const { user } = renderApp('/t');
    await screen.findByRole('heading', { level: 2, name: 'Tags of the moment' });
    expect(tagsIn('Tags of the moment')).toEqual(['/t/moths', '/t/lamps']);
    expect(tagsIn('Near you')).toEqual(['/t/coast']);
    expect(tagsIn('New this week')).toEqual(['/t/fog']);
    expect(await screen.findByRole('link', { name: '#bc' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'a' }));
    expect(await screen.findByRole('link', { name: '#abc' })).toHaveAttribute('href', '/t/abc');
    expect(prefixes).toEqual([null, 'a']);
  });

  it('NXT-317 invites visitors', async () => {
    renderApp('/t');
    expect(await screen.findByText('Tags are for members')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Take your place' })).toHaveAttribute('href', '/auth');
  });
});
