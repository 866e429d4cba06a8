export { AttentionSettings } from './attention-settings.js';
export { ChannelAttentionItems, ServerAttentionItems } from './attention-items.js';
export { attentionQuery, refreshAttention, useAttention } from './attention.queries.js';
export { ATTENTION_TEXTS } from './attention.texts.js';
export { JumpBar } from './jump-bar.js';
export { isMuted } from './levels.js';
export { type OpenedChannel, useJumps } from './use-jumps.js';
