import { call } from '../shared/call.js';
import { pageQuery } from '../shared/page-queries.js';
import { id, list } from '../shared/schema.js';
import { messageSchema } from './messages.js';

/** How many messages of a channel or thread can be pinned: a page of a list has all of them. */
export const PINS_PER_CHANNEL = 50;

const message = { id: id('The message.') };

export const listPins = call('GET', '/channels/:id/pins', {
  summary: 'Lists the pinned messages of a channel or thread, last pinned first',
  description: `At most ${PINS_PER_CHANNEL}. A channel does not list those of its threads. Pinning, unpinning and any other change of a pinned message arrive as \`message:edited\` or \`message:deleted\`.`,
  params: { id: id('The channel or thread.') },
  query: pageQuery,
  answer: list(messageSchema),
  problems: ['not_found'],
});

export const pinMessage = call('PUT', '/messages/:id/pin', {
  summary: 'Pins a message in its channel or thread',
  description: 'For the owner and moderators. Repeating it changes nothing. A deleted message loses its pin.',
  params: message,
  answer: messageSchema,
  problems: ['not_found', 'forbidden', 'quota_reached'],
});

export const unpinMessage = call('DELETE', '/messages/:id/pin', {
  summary: 'Unpins a message',
  description: 'For the owner and moderators. Without a pin, nothing changes.',
  params: message,
  answer: messageSchema,
  problems: ['not_found', 'forbidden'],
});
