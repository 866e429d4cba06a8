import { MENTION } from './message-spans.js';
import { type MessageBlock, messageBlocksOf, type MessageSpan } from './message-text.js';

/**
 * A text mentions the first members that it names, and a member may mention so many a day. `mention_members.sql` applies
 * both.
 */
export const MENTIONS = { perText: 10, perDay: 200 } as const;

function namesIn(spans: readonly MessageSpan[]): string[] {
  return spans.flatMap((span) => {
    if (span.kind === 'mention') return [span.text.slice(1)];
    return 'parts' in span ? namesIn(span.parts) : [];
  });
}

function namesInBlock(block: MessageBlock): string[] {
  switch (block.kind) {
    case 'paragraph':
      return namesIn(block.parts);
    case 'quote':
      return block.blocks.flatMap(namesInBlock);
    case 'list':
      return block.items.flatMap((item) => item.flatMap(namesInBlock));
    case 'code':
      return [];
    default:
      return block satisfies never;
  }
}

/** Returns the distinct usernames that a message mentions, in order of first use, ignoring code and addresses. */
export function mentionsOf(content: string): string[] {
  if (!content.includes('@')) return [];
  return [...new Set(messageBlocksOf(content).flatMap(namesInBlock))];
}

/** A mention or an address, so that a part of an address is not taken for a mention. */
const MENTION_OR_ADDRESS = new RegExp(`://\\S*|${MENTION.source}`, 'g');

export interface FoundMention {
  start: number;
  /** As written, with its `@`. */
  text: string;
  username: string;
}

/** Returns the mentions in a text without code, in order. Parts of addresses do not count. */
export const findMentions = (prose: string): FoundMention[] =>
  [...prose.matchAll(MENTION_OR_ADDRESS)].flatMap(({ 0: text, index: start }) =>
    text.startsWith('@') ? [{ start, text, username: text.slice(1) }] : [],
  );
