/**
 * SQL clauses FROM and WHERE: the other members of a conversation, as rows `member` of `users` with their membership `peer`. A
 * member who left a group is not among them; the other member of a conversation of two always is.
 * @param conversation an SQL expression of its id
 * @param reader an SQL expression of the member who asks
 */
export const fromOtherMembers = (conversation: string, reader: string): string =>
  `FROM conversations talk JOIN conversation_members peer ON peer.channel_id = talk.channel_id
   JOIN users member ON member.id = peer.user_id
  WHERE talk.channel_id = ${conversation} AND peer.user_id <> ${reader} AND (NOT talk.is_group OR peer.state = 'joined')`;

/** The order in which the members of {@link fromOtherMembers} joined. */
export const BY_JOINING = 'ORDER BY peer.joined_at, member.id';
