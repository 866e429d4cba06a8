export { EmojiButton } from './emoji-button.js';
export { emojisQuery } from './emojis.queries.js';
export { EMOJI_TEXTS } from './emoji.texts.js';
export { recordEmoji } from './recent-emojis.js';
export type { Emoji } from './emojis.js';
