export {
  type ChannelState,
  EMPTY_CHANNEL,
  hasNewer,
  hasOlder,
  newestLoaded,
  oldestLoaded,
} from './channel.js';
export { newestVersion, withoutAuthor } from './channel.merge.js';
export { adoptText, beginReply, changeDraft, sendDraft, takeBack, type Talk, useLiveLog } from './drafts.js';
export { loadAround, loadNewer, loadOlder } from './history.js';
export {
  applyToChannel,
  confirmRead,
  draftIn,
  forgetThread,
  getChannel,
  learnThread,
  type PageState,
  playsIn,
  type Side,
  useLog,
  useEditsAndDeletions,
} from './log.store.js';
export type {
  DeleteOperation,
  EditOperation,
  Operations,
  PlayOperation,
  ReactOperation,
  SendOperation,
} from './operations.js';
export { isSendPending } from './pending.js';
export { excerptOf, messageText, quoteOf } from './quotes.js';
export { markReadTo, onReadMarks, type ReadMark, readTo, withReadMark } from './read-marks.js';
export { ask, discard, insist, newNonce, retry, sendableContent, sendMessage } from './sender.js';
export { restoreOperations } from './storage.js';
export { shownExcerpt, shownMessage, shownMessages, type ShownReaction, shownReactions } from './shown.js';
export { openChannel, openLatest } from './sync.js';
