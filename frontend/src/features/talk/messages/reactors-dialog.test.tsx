import { describe, expect, it } from '@jest/globals';
import { listReactors, NEXT_CURSOR_HEADER } from '@oniverse/contracts';
import { act, screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { message } from '../../../testing/live-server.js';
import { mock } from '../../../testing/mock.js';
import { renderWithLinks } from '../../../testing/render.js';
import { ReactorsDialog } from './reactors-dialog.js';
import { showReactors } from './message-dialogs.store.js';

const reactor = (username: string) => ({
  userId: `u-${username}`,
  author: { username, displayName: null, profileImageUrl: null },
});

describe('the dialog of who reacted', () => {
  it('TLK-021 lists the members of each emoji, page by page', async () => {
    const requests = mock(listReactors, ({ emoji, query: { cursor } }) => {
      if (emoji === '🧦') return [reactor('pell')];
      if (cursor === 'next') return [reactor('sable')];
      return HttpResponse.json([reactor('otto_n'), reactor('juno_9')], {
        headers: { [NEXT_CURSOR_HEADER]: 'next' },
      });
    });
    const { user } = renderWithLinks(<ReactorsDialog />);
    const reactions = [
      { emoji: '🪐', count: 3, first: [] },
      { emoji: '🧦', count: 1, first: [] },
    ];
    act(() => showReactors(message({ seq: 1, reactions })));
    const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
    await screen.findByRole('link', { name: '@otto_n' });
    expect(names()).toEqual(['@otto_n', '@juno_9']);
    await user.click(screen.getByRole('button', { name: 'More members' }));
    await screen.findByRole('link', { name: '@sable' });
    await user.click(screen.getByRole('tab', { name: '🧦 1' }));
    await screen.findByRole('link', { name: '@pell' });
    expect(names()).toEqual(['@pell']);
    expect(requests.map(({ id, emoji }) => `${id} ${emoji}`)).toEqual(['m-1 🪐', 'm-1 🪐', 'm-1 🧦']);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
