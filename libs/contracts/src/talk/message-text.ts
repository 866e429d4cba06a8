import { appendSpan, type MessageSpan, spansOf } from './message-spans.js';

export type { MessageSpan } from './message-spans.js';

/** A block of a message. Paragraphs keep their line breaks. Headings, tables and pictures are not parsed. */
export type MessageBlock =
  | { kind: 'paragraph'; parts: MessageSpan[] }
  /** `language` is the first word after the opening fence. */
  | { kind: 'code'; text: string; language?: string }
  | { kind: 'quote'; blocks: MessageBlock[] }
  /** `start` is the first number, or null for a bulleted list. */
  | { kind: 'list'; start: number | null; items: MessageBlock[][] };

/** The first character of every block other than a paragraph. */
const BLOCK_START = /^ {0,3}[`~>*+\d-]/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const LANGUAGE = /\S+/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^ {0,3}([-*+]|\d{1,3}[.)]) +(?=\S)/;
/** `* * *`, a horizontal rule, which is not a list of lists. */
const RULE = /^ {0,3}([-*])(?: *\1){2,} *$/;
/** Maximum nesting of quotes and lists; deeper marks are text. */
const MAX_DEPTH = 6;
/** Spaces of indentation that make a line part of the list item above. */
const ITEM_INDENT = 2;
const LEADING_TABS = /^\t+/;
const TAB = '    ';

const isBlank = (line: string): boolean => line.trim() === '';
const indentOf = (line: string): number => line.length - line.trimStart().length;

interface ParsedBlock {
  block: MessageBlock;
  /** The index of the line after the block. */
  end: number;
}

function closesFence(line: string, fence: string): boolean {
  const mark = FENCE.exec(line)?.[1];
  return mark?.startsWith(fence) === true && line.trim() === mark;
}

/** Parses fenced code. Without a closing fence it extends to the last line. */
function codeAt(lines: readonly string[], start: number): ParsedBlock | undefined {
  const opening = lines[start] ?? '';
  const [mark = '', fence] = FENCE.exec(opening) ?? [];
  if (fence === undefined) return undefined;
  let last = start + 1;
  while (last < lines.length && !closesFence(lines[last] ?? '', fence)) last += 1;
  const code = lines.slice(start + 1, last);
  if (code.every(isBlank)) return undefined;
  const language = LANGUAGE.exec(opening.slice(mark.length))?.[0];
  return {
    block: { kind: 'code', text: code.join('\n'), ...(language !== undefined && { language }) },
    end: Math.min(last + 1, lines.length),
  };
}

function quoteAt(lines: readonly string[], start: number, depth: number): ParsedBlock | undefined {
  let end = start;
  while (QUOTE.test(lines[end] ?? '')) end += 1;
  if (end === start) return undefined;
  const quoted = lines.slice(start, end);
  const blocks = blocksOf(
    quoted.map((line) => line.replace(QUOTE, '')),
    depth + 1,
  );
  return { block: blocks.length === 0 ? paragraphOf(quoted) : { kind: 'quote', blocks }, end };
}

interface ItemMark {
  number: number | null;
  /** The column where the text begins. */
  width: number;
}

function itemMarkOf(line: string): ItemMark | undefined {
  const [mark, sign] = ITEM.exec(line) ?? [];
  if (mark === undefined || sign === undefined || RULE.test(line)) return undefined;
  return { number: /\d/.test(sign) ? Number.parseInt(sign, 10) : null, width: mark.length };
}

/** @param follows the previous line belongs to a paragraph, which only a list that starts at 1 can interrupt */
function listAt(
  lines: readonly string[],
  start: number,
  depth: number,
  follows: boolean,
): ParsedBlock | undefined {
  const first = itemMarkOf(lines[start] ?? '');
  if (!first || (follows && first.number !== null && first.number !== 1)) return undefined;
  const indent = indentOf(lines[start] ?? '');
  const items: string[][] = [];
  let item: string[] = [];
  let { width } = first;
  let end = start;
  for (let index = start; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').replace(LEADING_TABS, (tabs) => TAB.repeat(tabs.length));
    if (isBlank(line)) continue;
    const mark = itemMarkOf(line);
    if (index > start && indentOf(line) - indent >= ITEM_INDENT) {
      // A blank line within an item separates its blocks.
      if (index > end) item.push('');
      item.push(line.slice(Math.min(indentOf(line), width)));
    } else if (mark && (mark.number === null) === (first.number === null)) {
      item = [line.slice(mark.width)];
      items.push(item);
      ({ width } = mark);
    } else {
      break;
    }
    end = index + 1;
  }
  const { number } = first;
  return {
    block: { kind: 'list', start: number, items: items.map((each) => blocksOf(each, depth + 1)) },
    end,
  };
}

function blockAt(
  lines: readonly string[],
  start: number,
  depth: number,
  follows: boolean,
): ParsedBlock | undefined {
  if (!BLOCK_START.test(lines[start] ?? '')) return undefined;
  const code = codeAt(lines, start);
  if (code || depth === MAX_DEPTH) return code;
  return quoteAt(lines, start, depth) ?? listAt(lines, start, depth, follows);
}

function blocksOf(lines: readonly string[], depth: number): MessageBlock[] {
  const blocks: MessageBlock[] = [];
  let text: string[] = [];
  const endParagraph = () => {
    const first = text.findIndex((line) => !isBlank(line));
    const last = text.findLastIndex((line) => !isBlank(line));
    if (first !== -1) blocks.push(paragraphOf(text.slice(first, last + 1)));
    text = [];
  };
  for (let index = 0; index < lines.length;) {
    const found = blockAt(lines, index, depth, !isBlank(text.at(-1) ?? ''));
    if (found) {
      endParagraph();
      blocks.push(found.block);
      index = found.end;
    } else {
      text.push(lines[index] ?? '');
      index += 1;
    }
  }
  endParagraph();
  return blocks;
}

function paragraphOf(lines: readonly string[]): MessageBlock {
  const parts: MessageSpan[] = [];
  for (const [index, line] of lines.entries()) {
    if (index > 0) appendSpan(parts, { kind: 'text', text: '\n' });
    for (const span of spansOf(line)) appendSpan(parts, span);
  }
  return { kind: 'paragraph', parts };
}

/** Parses a message into paragraphs, blocks of code, quotes and lists, in linear time. */
export const messageBlocksOf = (content: string): MessageBlock[] => blocksOf(content.split('\n'), 0);

const textOf = (spans: readonly MessageSpan[]): string =>
  spans.map((span) => ('parts' in span ? textOf(span.parts) : span.text)).join('');

function blockTextOf(block: MessageBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return textOf(block.parts);
    case 'code':
      return block.text;
    case 'quote':
      return block.blocks.map(blockTextOf).join(' ');
    case 'list':
      return block.items.map((item) => item.map(blockTextOf).join(' ')).join(' ');
    default:
      return block satisfies never;
  }
}

/** Returns a message, or its beginning, as one line without marks. */
export const messagePlainText = (content: string): string =>
  messageBlocksOf(content).map(blockTextOf).join(' ').replaceAll(/\s+/g, ' ').trim();

/** Returns the spans of all paragraphs, in their order, without code. */
function spansInBlock(block: MessageBlock): MessageSpan[] {
  switch (block.kind) {
    case 'paragraph':
      return block.parts;
    case 'quote':
      return block.blocks.flatMap(spansInBlock);
    case 'list':
      return block.items.flatMap((item) => item.flatMap(spansInBlock));
    case 'code':
      return [];
    default:
      return block satisfies never;
  }
}

const spansInMessage = (content: string): MessageSpan[] => messageBlocksOf(content).flatMap(spansInBlock);

function mentionsIn(spans: readonly MessageSpan[]): string[] {
  return spans.flatMap((span) => {
    if (span.kind === 'mention') return [span.username];
    return 'parts' in span ? mentionsIn(span.parts) : [];
  });
}

/** Returns the distinct usernames that a message mentions, in order of first use, ignoring code and addresses. */
export function messageMentionsOf(content: string): string[] {
  if (!content.includes('@')) return [];
  return [...new Set(mentionsIn(spansInMessage(content)))];
}

function addressesIn(spans: readonly MessageSpan[]): string[] {
  return spans.flatMap((span) => {
    if (span.kind === 'link') return [span.address];
    return 'parts' in span ? addressesIn(span.parts) : [];
  });
}

/** Returns the addresses that a message links to, as they are written, in their order, ignoring code. */
export function messageAddressesOf(content: string): string[] {
  if (!content.includes('://')) return [];
  return addressesIn(spansInMessage(content));
}
