import { BY_JOINING, fromOtherMembers } from '@oniverse/data';

/**
 * SQL expression: the members of a conversation other than `$1`, as JSON that `ConversationMember` describes.
 * @param conversation an SQL expression of its id
 */
export const otherMembersOf = (conversation: string): string => `(
  SELECT coalesce(jsonb_agg(jsonb_build_object('userId', member.id, 'username', member.username,
           'displayName', member.display_name, 'profileImageUrl', member.profile_image_url) ${BY_JOINING}), '[]')
    ${fromOtherMembers(conversation, '$1')})`;
