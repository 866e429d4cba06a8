/**
 * SQL expression: the members of a conversation other than `$1`, as JSON that `ConversationMember` describes, in the order in
 * which they joined. Those who left a group are left out; the other one of two stays.
 * @param conversation an SQL expression of its id
 */
export const otherMembersOf = (conversation: string): string => `(
  SELECT coalesce(jsonb_agg(jsonb_build_object('userId', member.id, 'username', member.username,
           'displayName', member.display_name, 'profileImageUrl', member.profile_image_url)
           ORDER BY peer.joined_at, member.id), '[]')
    FROM conversations talk JOIN conversation_members peer ON peer.channel_id = talk.channel_id
    JOIN users member ON member.id = peer.user_id
   WHERE talk.channel_id = ${conversation} AND peer.user_id <> $1 AND (NOT talk.is_group OR peer.state = 'joined'))`;
