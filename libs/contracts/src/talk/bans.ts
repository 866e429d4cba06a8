import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { flag, id, list, object, timestamp, type TypeOf } from '../shared/schema.js';

export const banSchema = object(
  'ServerBan',
  'A member who was removed from a dimension and cannot join it.',
  {
    userId: id('The member.'),
    ...authorSchema.entries,
    isBan: flag(
      'Whether only staff can end it. Otherwise an invite made after the removal does so too.',
      false,
    ),
    bannedAt: timestamp('When the member was removed.'),
  },
);
export type BanView = TypeOf<typeof banSchema>;

const dimension = { id: id('The dimension.') };

export const listBans = call('GET', '/servers/:id/bans', {
  summary: 'Lists the removals and bans of a dimension, newest first',
  description: 'For the owner and moderators.',
  params: dimension,
  query: pageQuery,
  answer: list(banSchema),
  problems: ['not_found', 'forbidden'],
});

export const liftBan = call('DELETE', '/servers/:id/bans/:userId', {
  summary: 'Lifts a removal or ban',
  description: 'For the owner and moderators. The member may join again, and earlier invites work again.',
  params: { ...dimension, userId: id('The banned member.') },
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});
