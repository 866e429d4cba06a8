export { CompletionStrip, Match } from './completion-strip.js';
export { OptionStrip } from './option-strip.js';
export type { Mentionable } from './suggestions.js';
export { useCompletion } from './use-completion.js';
export { useTypedToken } from './use-typed-token.js';
