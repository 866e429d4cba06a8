import { call } from '../shared/call.js';
import { banSchema } from './members.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { id, list } from '../shared/schema.js';

const dimension = { id: id('The dimension.') };

export const listBans = call({
  method: 'GET',
  path: '/servers/:id/bans',
  summary: 'Lists the removals and bans of a dimension, newest first',
  description: 'For the owner and moderators.',
  params: dimension,
  query: pageQuery,
  answer: list(banSchema),
  paged: true,
  problems: ['not_found', 'forbidden'],
});

export const liftBan = call({
  method: 'DELETE',
  path: '/servers/:id/bans/:userId',
  summary: 'Lifts a removal or ban',
  description: 'For the owner and moderators. The member may join again, and earlier invites work again.',
  params: { ...dimension, userId: id('The banned member.') },
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});
