export { CompletionStrip } from './completion-strip.js';
export type { Mentionable } from './suggestions.js';
export { useCompletion } from './use-completion.js';
