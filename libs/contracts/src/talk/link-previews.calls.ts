import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { id, text } from '../shared/schema.js';
import { messageSchema } from './messages.js';

export const askForLinkPreviews = call('POST', '/messages/:id/links', {
  summary: 'Asks for the previews of the links in a message of a conversation',
  description:
    'Messages of conversations have none until one of the members asks. All members then see them, as a revision of the message.',
  params: { id: id('The message.') },
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

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
