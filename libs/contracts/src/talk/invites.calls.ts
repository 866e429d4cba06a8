import { call } from '../shared/call.js';
import { createInviteBody, invitePreviewSchema, inviteSchema, listedInviteSchema } from './invites.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { id, list, text } from '../shared/schema.js';
import { serverSchema } from './servers.js';

const dimension = { id: id('The dimension.') };
const invite = { code: text('The code in the invite’s address.', { example: 'b3Zk1vQx9mTf0LwYc7RpGA' }) };

export const createInvite = call({
  method: 'POST',
  path: '/servers/:id/invites',
  summary: 'Creates an invite',
  description:
    'For the owner and moderators. By default an invite works for a week and any number of uses. It is revoked when its creator leaves, is removed or loses the role.',
  status: 201,
  params: dimension,
  body: { title: 'CreateInviteDto', fields: createInviteBody },
  answer: inviteSchema,
  carriesSecret: true,
  problems: ['not_found', 'forbidden', 'quota_reached'],
});

export const listInvites = call({
  method: 'GET',
  path: '/servers/:id/invites',
  summary: 'Lists the valid invites of a dimension, newest first',
  description: 'For the owner and moderators. Codes are shown only once, to their creators.',
  params: dimension,
  query: pageQuery,
  answer: list(listedInviteSchema),
  paged: true,
  problems: ['not_found', 'forbidden'],
});

export const revokeInvite = call({
  method: 'DELETE',
  path: '/servers/:id/invites/:inviteId',
  summary: 'Revokes an invite by its id',
  description: 'For the owner and moderators, regardless of its creator.',
  params: { ...dimension, inviteId: id('The invite.') },
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

export const previewInvite = call({
  method: 'GET',
  path: '/invites/:code',
  summary: 'Previews an invite',
  description:
    'Available to everyone who has the code, except to a member across a block from the creator of the invite.',
  access: 'visitors',
  params: invite,
  answer: invitePreviewSchema,
  problems: ['not_found'],
});

export const acceptInvite = call({
  method: 'POST',
  path: '/invites/:code/accept',
  summary: 'Accepts an invite',
  description: 'For a member of the dimension, nothing changes and no use is counted.',
  params: invite,
  answer: serverSchema,
  problems: ['not_found', 'forbidden'],
});

export const revokeInviteByCode = call({
  method: 'DELETE',
  path: '/invites/:code',
  summary: 'Revokes an invite by its code',
  description: 'For the owner and moderators.',
  params: invite,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});
