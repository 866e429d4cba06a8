import { describe, expect, it } from '@jest/globals';
import { getMemberCard, type MemberCardView } from '@oniverse/contracts';
import { screen, waitFor } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderWithLinks } from '../../../testing/render.js';
import { MemberLink } from './member-link.js';

const card: MemberCardView = {
  id: 'u-juno',
  username: 'juno_9',
  displayName: 'Juno Albrecht',
  profileImageUrl: null,
  isOnline: true,
  strength: 2,
  sharedTags: ['coast', 'dreams'],
  sentence: 'Tables of tides.',
};

const serve = (answer: () => MemberCardView | Response = () => card) => {
  const calls: string[] = [];
  mock(getMemberCard, ({ username }) => {
    calls.push(username);
    return answer();
  });
  return calls;
};
const show = async () => {
  const view = renderWithLinks(<MemberLink username="juno_9">juno_9</MemberLink>);
  const name = await screen.findByRole('link', { name: 'juno_9' });
  await waitFor(() => expect(name).toHaveAttribute('aria-haspopup', 'dialog'));
  return { ...view, name };
};

describe('a profile card', () => {
  it('NXT-045 NXT-327 opens on Enter with both names and the line in short, and Escape returns to the name', async () => {
    signIn();
    serve();
    const { name, user } = await show();
    name.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Juno Albrecht' })).toHaveTextContent(
      'Juno Albrecht @juno_9',
    );
    expect(screen.getByText('Tables of tides.')).toBeInTheDocument();
    expect(screen.getByText('Strength 2 of 5')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '#coast' })).toHaveAttribute('href', '/t/coast');
    expect(screen.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/u/juno_9');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(name).toHaveFocus();
  });

  it('NXT-045 opens after 500 ms of hover, not before, and leaves the focus', async () => {
    signIn();
    const calls = serve();
    const { name, user } = await show();
    await user.hover(name);
    await user.unhover(name);
    const hoveredAt = performance.now();
    await user.hover(name);
    await waitFor(() => expect(calls).toEqual(['juno_9']), { timeout: 5_000 });
    expect(performance.now() - hoveredAt).toBeGreaterThanOrEqual(490);
    expect(await screen.findByRole('dialog', { name: 'Juno Albrecht' })).toBeInTheDocument();
    expect(screen.getByRole('dialog')).not.toHaveFocus();
  });

  it('NXT-044 shows nothing for a member who is private or gone', async () => {
    signIn();
    const calls = serve(() => problem('not_found'));
    const { name, user } = await show();
    name.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(calls).toEqual(['juno_9']));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('visitors get a plain link', async () => {
    renderWithLinks(<MemberLink username="juno_9">juno_9</MemberLink>);
    expect(await screen.findByRole('link', { name: 'juno_9' })).not.toHaveAttribute('aria-haspopup');
  });
});
