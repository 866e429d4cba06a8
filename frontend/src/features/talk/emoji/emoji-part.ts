/** What loads when emojis are first needed, as one chunk. */
export { EmojiPopover as default } from './emoji-popover.js';
export * from './emojis.js';
