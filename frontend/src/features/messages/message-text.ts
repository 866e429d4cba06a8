import { MESSAGE_CODE, MESSAGE_LINK, MESSAGE_MENTION } from '@oniverse/contracts';

/** A piece of a message: plain text, or one of the few things that a message may show. */
export type TextToken =
  | { kind: 'text' | 'code' | 'mention' | 'link'; text: string }
  | { kind: 'bold' | 'italic'; parts: TextToken[] };

const BOLD = /\*\*(?=[^\s*])(?:(?!\*\*)[^\n])*(?<=\S)\*\*/;
const ITALIC = /(?<![*\w])\*(?=[^\s*])[^*\n]*(?<=\S)\*(?![*\w])/;
const anyOf = (...marks: RegExp[]) => new RegExp(marks.map(({ source }) => source).join('|'), 'gu');
const MARKS = anyOf(MESSAGE_CODE, MESSAGE_LINK, BOLD, ITALIC, MESSAGE_MENTION);
const UNMARKED = anyOf(MESSAGE_CODE, MESSAGE_LINK, MESSAGE_MENTION);

/** Splits a message into what is shown of it. Marks do not reach over a line's end, and nest once. */
export function tokensOf(content: string, nested = false): TextToken[] {
  const tokens: TextToken[] = [];
  let end = 0;
  for (const match of content.matchAll(nested ? UNMARKED : MARKS)) {
    const found = tokenOf(match[0]);
    if (match.index > end) tokens.push({ kind: 'text', text: content.slice(end, match.index) });
    tokens.push(...found);
    end = match.index + match[0].length;
  }
  if (end < content.length) tokens.push({ kind: 'text', text: content.slice(end) });
  return tokens;
}

function tokenOf(mark: string): TextToken[] {
  if (mark.startsWith('`')) return [{ kind: 'code', text: mark.slice(1, -1) }];
  if (mark.startsWith('@')) return [{ kind: 'mention', text: mark }];
  if (mark.startsWith('**')) return [{ kind: 'bold', parts: tokensOf(mark.slice(2, -2), true) }];
  if (mark.startsWith('*')) return [{ kind: 'italic', parts: tokensOf(mark.slice(1, -1), true) }];
  const address = withoutSentenceEnd(mark);
  const rest = mark.slice(address.length);
  return [{ kind: 'link', text: address }, ...(rest ? [{ kind: 'text', text: rest } as const] : [])];
}

/** The comma, stop or closing bracket after an address belongs to the sentence around it. */
function withoutSentenceEnd(address: string): string {
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? '';
    const opens = address.slice(0, end).split('(').length;
    const closes = address.slice(0, end).split(')').length;
    if (!/[.,;:!?'*_)\]]/u.test(last) || (last === ')' && opens >= closes)) break;
  }
  return address.slice(0, end);
}
