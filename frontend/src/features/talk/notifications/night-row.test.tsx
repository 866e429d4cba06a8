import { expect, it } from '@jest/globals';
import type { NotificationView } from '@oniverse/contracts';
import { act, screen } from '@testing-library/react';
import { signIn } from '../../../testing/members.js';
import { resetMessages } from '../../../testing/messages.js';
import { renderWithLinks } from '../../../testing/render.js';
import { ask } from '../log/sender.js';
import { NightRow } from './night-row.js';

const row: NotificationView = {
  id: 'row',
  kind: 'reply',
  createdAt: '2026-03-05T21:00:00.000Z',
  happenedAt: null,
  remindAt: null,
  isUnread: true,
  members: [{ userId: 'u-otto', username: 'otto_n', displayName: 'Otto Voss', profileImageUrl: null }],
  others: 0,
  post: null,
  reply: null,
  message: { channelId: 'c-1', channelName: 'tonight', seq: 7, excerpt: 'Wool.' },
  server: { id: 's-1', name: 'Observatory', isPublic: true },
  report: null,
  sharedTags: [],
};

it('TLK-170 a message that the reader deletes is gone at once', async () => {
  signIn();
  renderWithLinks(<NightRow row={row} />);
  expect(await screen.findByText('Wool.')).toBeInTheDocument();
  const subject = { talkId: 'c-1', messageId: 'm-7', seq: 7, userId: 'u-vesper' };
  act(() => ask({ ...subject, kind: 'delete' }));
  expect(screen.queryByText('Wool.')).not.toBeInTheDocument();
  act(resetMessages);
});

it('TLK-014 a reply to a message says so, and leads to it', async () => {
  signIn();
  renderWithLinks(<NightRow row={row} />);
  expect(await screen.findByText(/replied to you in/u)).toHaveTextContent(
    'Otto Voss replied to you in Observatory # tonight',
  );
  expect(screen.getByRole('link', { name: 'Observatory # tonight' })).toHaveAttribute(
    'href',
    '/dimensions/public?server=s-1&channel=c-1&message=7',
  );
});

it('TLK-230 a decided application leads to the dimension, and names nobody', async () => {
  signIn();
  renderWithLinks(<NightRow row={{ ...row, kind: 'application', members: [], message: null }} />);
  expect(await screen.findByText(/decided about your application/u)).toHaveTextContent(
    'The staff of Observatory decided about your application',
  );
  expect(screen.getByRole('link', { name: 'Observatory' })).toHaveAttribute(
    'href',
    '/dimensions/public?server=s-1',
  );
});

it.each([
  ['export_done', 'Your export of Observatory is ready to download'],
  ['export_failed', 'Your export of Observatory failed'],
] as const)('TLK-547 an export that ended leads to the dimension: %s', async (kind, text) => {
  signIn();
  renderWithLinks(<NightRow row={{ ...row, kind, members: [], message: null }} />);
  expect(await screen.findByText(/^Your export/u)).toHaveTextContent(text);
  expect(screen.getByRole('link', { name: 'Observatory' })).toHaveAttribute(
    'href',
    '/dimensions/public?server=s-1',
  );
});

it('TLK-437 a message in a conversation says so, and leads there', async () => {
  signIn();
  const message = { channelId: 'c-1', channelName: '', seq: 7, excerpt: 'Wool.' };
  renderWithLinks(<NightRow row={{ ...row, kind: 'message', message, server: null }} />);
  expect(await screen.findByText(/wrote in/u)).toHaveTextContent('Otto Voss wrote in a conversation');
  expect(screen.getByRole('link', { name: 'a conversation' })).toHaveAttribute('href', '/direct/c-1');
});
