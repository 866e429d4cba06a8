export { MessageComposer } from './message-composer.js';
export { MessageContent } from './message-content.js';
export { MessageList } from './message-list.js';
export { MESSAGE_TEXTS } from './messages.texts.js';
export { TypingLine } from './typing-line.js';
