import { call } from '../shared/call.js';
import { id, text } from '../shared/schema.js';
import { messageSchema } from './messages.js';

export const removeLinkPreview = call('DELETE', '/messages/:id/links/:place', {
  summary: 'Removes the preview of a link from a message',
  description:
    'For its author, and for the moderators and the owner of the dimension, as the deletion of the message. The link itself stays. The preview does not come back when the message is edited. Without such a preview, nothing changes.',
  params: {
    id: id('The message.'),
    place: text('The `place` of the preview.', { example: '1' }),
  },
  answer: messageSchema,
  problems: ['not_found', 'forbidden', 'not_a_member', 'timed_out'],
});
