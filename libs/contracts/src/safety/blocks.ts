import { phrases } from '../shared/phrases.js';
import { authorSchema } from '../people/profiles.js';
import { id, list, nullable, object, timestamp, type TypeOf } from '../shared/schema.js';

export const BLOCK_MESSAGES = phrases({
  ownBlock: 'You cannot block yourself.',
  ownMute: 'You cannot mute yourself.',
});

/** A member that another one blocked or muted. */
export const hiddenMemberSchema = object('HiddenMember', 'A member that the caller blocked or muted.', {
  userId: id('The member.'),
  author: nullable(authorSchema),
  since: timestamp('When the caller blocked or muted the member.'),
});
export type HiddenMemberView = TypeOf<typeof hiddenMemberSchema>;

const userIds = (description: string) => list(id('A member.'), description);

export const hiddenMembersSchema = object(
  'HiddenMembers',
  'The members whose messages the caller hides. Nobody learns who blocked or muted them.',
  {
    blocked: userIds('Members that the caller blocked.'),
    muted: userIds('Members that the caller muted.'),
  },
);
export type HiddenMembers = TypeOf<typeof hiddenMembersSchema>;
