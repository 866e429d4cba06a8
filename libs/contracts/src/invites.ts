import { id, moment, nullable, object, text, type TypeOf, wholeNumber } from './schema.js';

const code = text('What opens it: random, and known to nobody who was not given it.', {
  pattern: '^[A-Za-z0-9_-]{22}$',
  example: 'b3Zk1vQx9mTf0LwYc7RpGA',
});
const expiresAt = moment('When it stops working.');

/** An invite, as it is shown once to who made it. */
export const inviteSchema = object('Invite', 'A way into a dimension. Its code is shown this once.', {
  code,
  url: text('The address to pass on.', {
    example: 'https://oniverse.example/dimensions/invite/b3Zk1vQx9mTf0LwYc7RpGA',
  }),
  expiresAt,
  maxUses: nullable(wholeNumber('How many may come by it; null where there is no bound.', { example: 10 })),
  uses: wholeNumber('How many came by it.', { example: 0 }),
});
export type InviteView = TypeOf<typeof inviteSchema>;

/** Where an invite leads, as everyone sees it who has its code. */
export const invitePreviewSchema = object('InvitePreview', 'Where an invite leads.', {
  code,
  server: object('InvitedTo', 'The dimension.', {
    id: id('The dimension.'),
    name: text('Its name.', { example: 'Stargazers' }),
    description: nullable(text('What it is about.', { example: 'For those who look up.' })),
    memberCount: wholeNumber('How many are in it.', { example: 128 }),
  }),
  expiresAt,
});
export type InvitePreview = TypeOf<typeof invitePreviewSchema>;

/** `POST /api/servers/{id}/invites` */
export interface CreateInviteBody {
  expiresInHours?: number;
  maxUses?: number;
}

/** The page of the client on which an invite is taken up. */
export const inviteUrl = (origin: string, inviteCode: string): string =>
  `${origin}/dimensions/invite/${inviteCode}`;
