import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
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

const member = { userId: id('The member.') };
const AUTHOR = 'The author is null if the caller can no longer know the name of the member.';

export const listBlocks = call('GET', '/blocks', {
  summary: 'Lists the members that the caller blocked, newest first',
  description: AUTHOR,
  query: pageQuery,
  answer: list(hiddenMemberSchema),
});

export const blockMember = call('PUT', '/blocks/:userId', {
  summary: 'Blocks a member',
  description:
    'Neither of the two sees the other or their content any longer, except for messages in channels that both can read, which the client of the caller hides. Only the caller learns of the block. Blocking again changes nothing. The answer does not depend on whether the member has blocked the caller.',
  params: member,
  answer: okSchema,
  problems: ['not_found', 'forbidden', 'quota_reached'],
});

export const unblockMember = call('DELETE', '/blocks/:userId', {
  summary: 'Ends a block',
  description: 'Also for a member that the caller has not blocked, which changes nothing.',
  params: member,
  answer: okSchema,
});

export const listMutes = call('GET', '/mutes', {
  summary: 'Lists the members that the caller muted, newest first',
  description: AUTHOR,
  query: pageQuery,
  answer: list(hiddenMemberSchema),
});

export const muteMember = call('PUT', '/mutes/:userId', {
  summary: 'Mutes a member',
  description:
    "Leaves the member's posts out of the caller's feed and home, and causes no notifications. The client of the caller hides the member's messages. Nothing else changes, and only the caller learns of it. Muting again changes nothing.",
  params: member,
  answer: okSchema,
  problems: ['not_found', 'forbidden', 'quota_reached'],
});

export const unmuteMember = call('DELETE', '/mutes/:userId', {
  summary: 'Ends a mute',
  description: 'Also for a member that the caller has not muted, which changes nothing.',
  params: member,
  answer: okSchema,
});

export const getHiddenMembers = call('GET', '/hidden-members', {
  summary: 'Returns the ids of all members that the caller blocked or muted',
  answer: hiddenMembersSchema,
});
