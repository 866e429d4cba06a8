import { UPLOAD_MESSAGES } from '../album/objects.js';
import { attachmentSchema } from './attachments.js';
import { currentUserSchema } from '../account/current-user.js';
import { imageSchema } from '../album/images.js';
import { constellationChangeSchema } from '../people/constellation.js';
import { conversationChangeSchema, conversationSeenSchema } from '../talk/conversations.js';
import { draftSchema } from '../talk/drafts.js';
import { memberChangeSchema, memberSchema } from '../talk/members.js';
import { deletedMessageSchema, messageSchema, removedAuthorSchema } from '../talk/messages.js';
import { notificationStateSchema } from '../talk/notification-state.js';
import { objectPathPart, parentIdPart } from './parts.js';
import { radioVotesSchema } from '../talk/radios.js';
import { ownReactionsSchema } from '../talk/reactions.js';
import { readMarksChangeSchema } from '../talk/read-marks.js';
import {
  id,
  list,
  timestamp,
  nullable,
  object,
  oneOf,
  optional,
  type Schema,
  text,
  wholeNumber,
} from './schema.js';
import { serverExportSchema } from '../talk/server-exports.js';
import { currentAnnouncementSchema } from '../site/announcements.js';
import { serverChangeSchema } from '../talk/servers.js';
import { deletedThreadSchema, threadChangeSchema } from '../talk/threads.js';
import { channelId, nothing, params, problemCode, reason, serverId, userIds } from './live-requests.js';

export interface LiveEvent<P> {
  summary: string;
  to: string;
  payload: Schema<P>;
}

const event = <P>(definition: LiveEvent<P>): LiveEvent<P> => definition;

const memberCount = wholeNumber('The number of members after the change.', { example: 128 });
const updatedAt = timestamp(
  'When the dimension changed. Events can arrive out of order: ignore one that is older than your copy.',
);

export const LIVE_EVENTS = {
  'waitlist:count': event({
    summary:
      'The number of waitlist entries changed. At most five per second; the last value is always sent.',
    to: 'subscribers of the waitlist',
    payload: object('WaitlistCount', 'The current count.', {
      count: wholeNumber('Entries on the waitlist.', { example: 1_204 }),
    }),
  }),
  'announcement:changed': event({
    summary:
      'What the staff of the platform announce to everyone changed, started or ended, or a maintenance did. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets',
    payload: currentAnnouncementSchema,
  }),
  'constellation:changed': event({
    summary: 'Nodes or links changed. Ignore links to members that the client does not know.',
    to: 'subscribers of the constellation',
    payload: constellationChangeSchema,
  }),
  'links:changed': event({
    summary:
      'Links of the member, or suggestions of links, were created, changed or removed. A hint without content: the client fetches the links that it shows. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of both members',
    payload: object('LinksChanged', 'Empty.', {}),
  }),
  'feed:changed': event({
    summary:
      'Public posts were written, changed or removed. At most one per second. A hint without content: the client fetches the newest page of its feed. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'subscribers of the feeds',
    payload: object('FeedChanged', 'When to fetch.', {
      withinMs: wholeNumber(
        'Upper bound in milliseconds of the random delay before the client fetches. It grows with the number of subscribers.',
        { example: 250 },
      ),
    }),
  }),
  'post:changed': event({
    summary:
      'The watched post, its replies or its ripples changed, or its author became private. A hint without content: the client fetches what it shows. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'subscribers of the post; only its author while others cannot see it',
    payload: object('PostChanged', 'The post, and when to fetch.', {
      postId: nullable(id('The post; null for all posts of the author.')),
      withinMs: wholeNumber(
        'Upper bound in milliseconds of the random delay before the client fetches. It grows with the number of subscribers.',
        { example: 20 },
      ),
    }),
  }),
  'bookmarks:changed': event({
    summary:
      'The member kept something or let it go. A hint without content. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the member',
    payload: object('BookmarksChanged', 'Empty.', {}),
  }),
  'visibility:changed': event({
    summary:
      'What the member may see changed: a block or mute was made or lifted, for example. A hint without content: the client fetches what it shows. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the member',
    payload: object('VisibilityChanged', 'Empty.', {}),
  }),
  'messages:created': event({
    summary: 'New messages in a channel since the last event.',
    to: 'sockets with the channel open, including the sender',
    payload: object('MessagesCreated', 'New messages.', {
      channelId,
      messages: list(messageSchema, 'In ascending order of `seq`.'),
    }),
  }),
  'message:edited': event({
    summary:
      'A message was edited, pinned or unpinned, or its reactions or the summary of its thread changed. These changes, deletions and new messages arrive in order of `rev`.',
    to: 'sockets with the channel open',
    payload: messageSchema,
  }),
  'message:deleted': event({
    summary:
      'A message was deleted, or the summary of the thread of a deleted message changed. It keeps its `seq` and its thread, which is absent if there is none, and is shown as deleted.',
    to: 'sockets with the channel open',
    payload: deletedMessageSchema,
  }),
  'game:changed': event({
    summary:
      'A game that is open to visitors started, has new events, or ended. A hint without content: the client fetches the game. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'subscribers of the game',
    payload: object('GameChanged', 'The game.', { gameId: id('The game.') }),
  }),
  'reactions:own': event({
    summary:
      'The member added or removed a reaction on one of their devices, for `isMine` on the others. Hints can be lost; the reactions themselves arrive as `message:edited`.',
    to: 'all sockets of the member',
    payload: ownReactionsSchema,
  }),
  'author:removed': event({
    summary:
      'A member erased their account. All their messages in the channel lose their author, as one change in order of `rev`.',
    to: 'sockets with the channel open',
    payload: removedAuthorSchema,
  }),
  'channel:activity': event({
    summary:
      'Channels of a dimension have new messages. At most one per second, and one for each private channel.',
    to: 'members of the dimension; for a private channel those who read it',
    payload: object('ChannelActivity', 'Channels with new messages.', {
      serverId,
      channels: list(
        object('ActiveChannel', 'A channel and its newest message.', {
          channelId,
          lastSeq: wholeNumber('The `seq` of the newest message.', { example: 530 }),
          userIds: optional(list(id('An author of messages since the last event.'))),
        }),
      ),
    }),
  }),
  'conversation:changed': event({
    summary:
      'A conversation has a new message, or its name, its members or what it is to the member changed. Without a message, the client fetches the conversations that it shows. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the members who know the conversation',
    payload: conversationChangeSchema,
  }),
  'conversation:seen': event({
    summary: 'A member read a conversation. Only where both show how far they have read.',
    to: 'all sockets of the other members who show it',
    payload: conversationSeenSchema,
  }),
  'thread:changed': event({
    summary:
      'A thread that the member follows has new messages (at most one event per second), or the member followed or stopped following it. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the members who follow the thread, or of the member',
    payload: threadChangeSchema,
  }),
  'thread:deleted': event({
    summary:
      'A thread was deleted: by staff, or because its messages and the one that starts it expired. Hints can be lost, so clients also fetch after reconnecting; the message that started it arrives without a thread as `message:edited` or `message:deleted`, unless it is gone too.',
    to: 'all sockets of the members who followed the thread, and sockets with the thread or its channel open',
    payload: deletedThreadSchema,
  }),
  mention: event({
    summary: 'The member was mentioned in a message.',
    to: 'all sockets of the mentioned member',
    payload: object('Mentioned', 'The message.', {
      serverId: nullable(id('The dimension; null in a conversation.')),
      channelId,
      parentId: optional(parentIdPart),
      seq: wholeNumber('The `seq` of the message.', { example: 530 }),
      userId: optional(id('Its author.')),
    }),
  }),
  'attention:changed': event({
    summary:
      'The member chose what to hear of in a dimension or channel. A hint without content: the client fetches the levels and the unread counts. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the member',
    payload: object('AttentionChanged', 'Empty.', {}),
  }),
  'read-marks:changed': event({
    summary:
      'The member read channels on one of their devices. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the member',
    payload: readMarksChangeSchema,
  }),
  'draft:changed': event({
    summary:
      'The member wrote, changed, sent or deleted a draft on one of their devices. A client with newer changes of its own keeps them. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the member',
    payload: draftSchema,
  }),
  'slow-mode:started': event({
    summary:
      'The member wrote in a channel with slow mode, or in a thread of it. The owner and moderators ignore it. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the member',
    payload: object('SlowModeStarted', 'The channel, and how long it lasts.', {
      serverId,
      channelId,
      until: timestamp('When the member may write again.'),
    }),
  }),
  'held-messages:changed': event({
    summary:
      'A message of the member was held, released, declined or withdrawn. A hint without content: the client fetches the held messages that it shows. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the member',
    payload: nothing,
  }),
  'scheduled-messages:changed': event({
    summary:
      'A scheduled message of the member was added, changed, sent, cancelled, or could not be sent. A hint without content, as `held-messages:changed`.',
    to: 'all sockets of the member',
    payload: nothing,
  }),
  'account:changed': event({
    summary:
      "The member's address, factors, sessions or account activity changed. A hint: the client fetches what it shows.",
    to: 'all sockets of the member',
    payload: nothing,
  }),
  'notifications:changed': event({
    summary:
      'The night log of the member changed: a new entry, a withdrawn one, or a row that was read, put away or brought back. A hint: the client fetches what it shows. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the member',
    payload: notificationStateSchema,
  }),
  typing: event({
    summary: 'A member is typing.',
    to: 'sockets with the channel open, except across a block',
    payload: object('Typing', 'The member, and how long the indicator lasts.', {
      channelId,
      userId: id('The member.'),
      username: text('The Oni ID.', { example: 'vesper' }),
      until: timestamp('When the indicator expires; a time in the past ends it.'),
    }),
  }),
  'queue:changed': event({
    summary:
      'Something was added to the queue of a dimension, changed there, or was decided. A hint: the client fetches the queue that it shows. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the owner and the moderators; for a report, without the author of the message',
    payload: object('QueueChanged', 'The dimension.', { serverId }),
  }),
  'queue:looked': event({
    summary: 'Someone of the staff looks at an entry of the queue of a dimension.',
    to: 'all sockets of the other staff who can decide about its author',
    payload: object('QueueLooked', 'Who looks, and until when.', {
      serverId,
      entryId: id('The entry.'),
      userId: id('The member.'),
      username: text('The Oni ID.', { example: 'vesper' }),
      until: timestamp('When the look expires; a time in the past ends it.'),
    }),
  }),
  presence: event({
    summary:
      'Of the newest 1,000 members of a dimension and its staff, some came online or went offline. At most one per second.',
    to: 'members of the dimension, except across a block',
    payload: object('Presence', 'The changes.', {
      serverId,
      online: userIds('Members who are online now.'),
      offline: userIds('Members who are offline now.'),
    }),
  }),
  'member:joined': event({
    summary: 'A member joined a dimension.',
    to: 'members of the dimension, including the new one, except across a block',
    payload: object('MemberJoined', 'The new member.', {
      serverId,
      member: memberSchema,
      memberCount,
      updatedAt,
    }),
  }),
  'member:left': event({
    summary: 'A member left a dimension, or was removed.',
    to: 'members of the dimension, except across a block',
    payload: object('MemberLeft', 'The former member.', {
      serverId,
      userId: id('The member.'),
      memberCount,
      updatedAt,
    }),
  }),
  'member:changed': event({
    summary: 'The name, avatar or role of a member changed.',
    to: 'members of all dimensions of the member; for a role, members of that dimension; not across a block',
    payload: memberChangeSchema,
  }),
  'server:changed': event({
    summary:
      "A dimension changed: its name, description, owner or channels, or the recipient's own membership or role. Channels are not included: a client that shows them fetches them again.",
    to: 'members of the dimension and sockets with a deleted channel open; for a membership, only that member',
    payload: serverChangeSchema,
  }),
  'groups:changed': event({
    summary:
      'Groups of a dimension changed, or their members. A hint without content: a client that shows them fetches them again. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'members of the dimension',
    payload: object('GroupsChanged', 'The dimension.', { serverId }),
  }),
  'server:removed': event({
    summary: 'A dimension was deleted, or the recipient can no longer see it.',
    to: 'its members and sockets with one of its channels open; for a former member, only that member',
    payload: object('ServerRemoved', 'The dimension.', { serverId }),
  }),
  'radio:changed': event({
    summary:
      'A radio changed: its tracks, its quiet hours, what plays after a vote, or a track of the member that cannot be played. A hint without content: a client that shows the radio fetches it again. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'those who read the channel; for a track that cannot be played, who added it',
    payload: object('RadioChanged', 'The channel.', { channelId }),
  }),
  'radio:voted': event({
    summary: 'A listener of a radio voted to skip the track that plays.',
    to: 'sockets with the channel open',
    payload: radioVotesSchema,
  }),
  'export:changed': event({
    summary:
      'An export of a dimension was requested, went on, was done or failed. At most one per second while it runs. Events can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the owner',
    payload: serverExportSchema,
  }),
  'avatar:ready': event({
    summary: 'A new avatar is ready and in use.',
    to: 'all sockets of the owner',
    payload: currentUserSchema,
  }),
  'image:ready': event({
    summary: 'The renditions of a picture are ready. Sent once per picture.',
    to: 'all sockets of the owner',
    payload: imageSchema,
  }),
  'attachment:ready': event({
    summary:
      'The renditions of a picture are ready, so that a message can have it. What is not a picture after all is ready as a file. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the owner',
    payload: attachmentSchema,
  }),
  'upload:failed': event({
    summary:
      'An upload could not be processed. An avatar stays unchanged; a picture is removed from the album.',
    to: 'all sockets of the owner',
    payload: object('UploadFailed', 'The upload, and the reason.', {
      objectPath: objectPathPart,
      code: problemCode,
      message: text('A readable message, in English.', { example: UPLOAD_MESSAGES.imageBroken.message }),
      reason: reason('imageBroken'),
      params,
    }),
  }),
  'connection:ending': event({
    summary:
      'The server closes this connection in two seconds, because it shuts down or has more connections than other servers. Clients open another connection first.',
    to: 'the sockets that it closes',
    payload: object('ConnectionEnding', 'Empty.', {}),
  }),
  'session:ended': event({
    summary: 'The session ended. The socket closes.',
    to: 'the sockets of that session',
    payload: object('SessionEnded', 'The reason.', {
      reason: oneOf(
        ['logout', 'expired', 'ended'],
        '`logout`: the member logged out. `expired`: the session expired. `ended`: it was ended from another device.',
        'logout',
      ),
    }),
  }),
} as const;
