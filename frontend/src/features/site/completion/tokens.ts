import { findHashtags, UNFINISHED_MENTION } from '@oniverse/contracts';

/** A part of a text. */
export interface TextPart {
  /** The index of its first character. */
  at: number;
  /** The index after it. */
  end: number;
}

/** An unfinished emoji, mention, tag or command before the caret, from its `:`, `@`, `#` or `/`. */
export interface Token extends TextPart {
  kind: 'emoji' | 'member' | 'tag' | 'command';
  /** The lower-case text after its first character. */
  typed: string;
}

/** With two letters, so that no emoticon (`:-P`) is one. */
const EMOJI = /^:((?=(?:[^a-z]*[a-z]){2})[a-z0-9_+-]+)$/iu;
const FINISHED_EMOJI = /^:([a-z0-9_+-]{2,}):$/iu;

/** A command is the first word of its text. */
const COMMAND = /^\/([a-z]*)$/iu;

/** A fence of code, also in a quote or a list. */
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}(?=[^`]*$)|~{3,})(.*)$/u;

/** Returns whether a text ends in fenced or inline code, also in code that is not closed yet. */
function endsInCode(text: string): boolean {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  let fence = '';
  for (const line of lines) {
    const [, mark = '', info = ''] = FENCE.exec(line) ?? [];
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence) && info.trim() === '') fence = '';
  }
  if (fence !== '') return true;
  let open = '';
  for (const [ticks] of last.matchAll(/`+/gu)) {
    if (open === '') open = ticks;
    else if (open === ticks) open = '';
  }
  return open !== '';
}

/** Returns the last word before the caret. A token has no spaces. */
const wordBefore = (text: string, caret: number): string => text.slice(0, caret).split(/\s/u).at(-1) ?? '';

/** Returns the token that ends at the caret. */
export function findToken(text: string, caret: number): Token | undefined {
  const word = wordBefore(text, caret);
  const token = (kind: Token['kind'], index: number, typed: string): Token => ({
    kind,
    at: caret - word.length + index,
    end: caret,
    typed: typed.toLowerCase(),
  });
  const command = COMMAND.exec(text.slice(0, caret));
  if (command) return token('command', 0, command[1] ?? '');
  const member = UNFINISHED_MENTION.exec(word);
  if (member) return token('member', member.index, member[1] ?? '');
  const emoji = EMOJI.exec(word);
  if (emoji && !endsInCode(text.slice(0, caret))) return token('emoji', emoji.index, emoji[1] ?? '');
  const tag = findHashtags(word).at(-1);
  return tag && tag.start + tag.text.length === word.length ? token('tag', tag.start, tag.tag) : undefined;
}

/** Returns the emoji whose second colon ends at the caret. */
export function findFinishedEmoji(text: string, caret: number): Token | undefined {
  const emoji = FINISHED_EMOJI.exec(wordBefore(text, caret));
  if (!emoji || endsInCode(text.slice(0, caret))) return undefined;
  const [written, typed = ''] = emoji;
  return { kind: 'emoji', at: caret - written.length, end: caret, typed: typed.toLowerCase() };
}

/** Replaces a part of a text, and returns it with the caret after the replacement. */
export function replacePart(text: string, { at, end }: TextPart, replacement: string) {
  const before = text.slice(0, at) + replacement;
  return { text: before + text.slice(end), caret: before.length };
}
