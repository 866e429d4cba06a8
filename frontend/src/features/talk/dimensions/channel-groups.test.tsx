import { describe, expect, it } from '@jest/globals';
import type { ChannelView } from '@oniverse/contracts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OPEN_CHANNEL } from '../../../testing/channels.js';
import { ChannelGroups } from './channel-groups.js';

const at = '2026-01-01T00:00:00.000Z';
const EVENTS = { id: 'cat-events', name: 'Events' };
const channel = (name: string, given: Partial<ChannelView> = {}): ChannelView => ({
  ...OPEN_CHANNEL,
  id: name,
  serverId: 's',
  name,
  description: null,
  isDefault: false,
  lastSeq: 0,
  readSeq: 0,
  unreadCount: 0,
  mentionCount: 0,
  createdAt: at,
  updatedAt: at,
  ...given,
});
const CHANNELS = [
  channel('general'),
  channel('fair', { category: EVENTS, unreadCount: 2, mentionCount: 1 }),
  channel('muted', { category: EVENTS, unreadCount: 9, mentionCount: 4 }),
  channel('market', { category: EVENTS, mentionCount: 2 }),
];
const groups = (current: string) => (
  <ChannelGroups channels={CHANNELS} current={current} isQuiet={(id) => id === 'muted'}>
    {({ id }) => <li key={id}>{id}</li>}
  </ChannelGroups>
);
const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const heading = () => screen.getByRole('button', { name: /^Events/u });

describe('the channels of a dimension', () => {
  it('TLK-208 fold by category, remembered on the device, with what is unread in the hidden channels', async () => {
    const user = userEvent.setup({ delay: null });
    const { unmount, rerender } = render(groups('general'));
    expect(items()).toEqual(['general', 'fair', 'muted', 'market']);
    expect(heading()).toHaveAccessibleName('Events');
    await user.click(heading());
    expect(heading()).toHaveAttribute('aria-expanded', 'false');
    expect(items()).toEqual(['general']);
    expect(heading()).toHaveAccessibleName(/3 mentions of you/u);
    rerender(groups('market'));
    expect(items()).toEqual(['general', 'market']);
    expect(heading()).toHaveAccessibleName(/1 mention of you/u);
    unmount();
    render(groups('general'));
    expect(items()).toEqual(['general']);
    await user.click(heading());
    expect(items()).toEqual(['general', 'fair', 'muted', 'market']);
  });
});
