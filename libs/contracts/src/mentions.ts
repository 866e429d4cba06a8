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
