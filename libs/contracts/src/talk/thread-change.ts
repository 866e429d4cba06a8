import { flag, id, object, type TypeOf, wholeNumber } from '../shared/schema.js';

export const threadChangeSchema = object('ThreadChange', 'A thread that the member follows, or did.', {
  serverId: id('The dimension.'),
  parentId: id('The channel of the message that starts the thread.'),
  channelId: id('The thread.'),
  lastSeq: wholeNumber('The `seq` of the newest message.', { example: 12 }),
  isFollowed: flag('Whether the member follows the thread.'),
});
export type ThreadChange = TypeOf<typeof threadChangeSchema>;
