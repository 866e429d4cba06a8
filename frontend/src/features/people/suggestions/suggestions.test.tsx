import { describe, expect, it } from '@jest/globals';
import { dismissSuggestion, listSuggestions, type SuggestionView } from '@oniverse/contracts';
import { screen, waitFor } from '@testing-library/react';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderWithLinks } from '../../../testing/render.js';
import { Suggestions } from './suggestions.js';

const author = (username: string) => ({ username, displayName: null, profileImageUrl: null });
const SUGGESTIONS: SuggestionView[] = [
  {
    id: 's-1',
    kind: 'private',
    member: author('halcyon'),
    server: null,
    tags: ['lighthouses'],
    joinedAt: null,
  },
  {
    id: 's-2',
    kind: 'dimension',
    member: null,
    server: { id: 'd-1', name: 'Fog Signals' },
    tags: ['coast', 'ripples'],
    joinedAt: null,
  },
];

/** @param status the answer to a dismissal */
function show(status = 200) {
  signIn();
  let stored = SUGGESTIONS;
  mock(listSuggestions, () => ({ suggestions: stored }));
  mock(dismissSuggestion, ({ id: dismissed }) => {
    if (status !== 200) return Response.json({}, { status });
    stored = stored.filter(({ id }) => id !== dismissed);
    return { ok: true };
  });
  return renderWithLinks(<Suggestions />);
}
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('unlit lines', () => {
  it('NXT-060 NXT-312 give a reason and an action each, and explain themselves by keyboard', async () => {
    const { user } = show();
    await screen.findByText('halcyon');
    expect(rows()).toEqual([
      'halcyon shows #lighthouses. You use it too, but only where others do not see it.Add #lighthouses',
      'Fog Signals is a dimension whose members show #coast and #ripples.Open dimension',
    ]);
    expect(screen.getByRole('link', { name: '#lighthouses' })).toHaveAttribute('href', '/t/lighthouses');
    expect(screen.getByRole('link', { name: 'Add #lighthouses' })).toHaveAttribute(
      'href',
      '/profile?add=lighthouses',
    );
    const why = screen.getByRole('button', { name: 'Why these' });
    why.focus();
    await user.keyboard('{Enter}');
    expect(why).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText(/^They show tags that you show/)).toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(screen.queryByText(/^They show tags/)).not.toBeInTheDocument();
  });

  it('NXT-060 disappear when dismissed, and return if that fails', async () => {
    const { user, unmount } = show();
    await user.click(await screen.findByRole('button', { name: 'Do not suggest halcyon again' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    unmount();
    const failing = show(503);
    await failing.user.click(await screen.findByRole('button', { name: 'Do not suggest halcyon again' }));
    expect(await screen.findByText('halcyon')).toBeInTheDocument();
  });
});
