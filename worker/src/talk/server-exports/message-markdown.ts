import { type ExportedMessage, withoutSentenceEnd } from '@oniverse/contracts';
import type { Excerpt } from './exported-messages.repository.js';

/** What Markdown, with its usual extensions, could read as more than a character. */
const MARKS = /[\\`*_{}[\]<>#~|&$^]/g;
/** What begins a list or underlines a heading, if it stands first. */
const FIRST_MARK = /^(\d{0,9})([-+=.):])/;
/** An address, without what ends one in Markdown. */
const ADDRESS = /https?:\/\/[^\s<>\p{Cc}]+/giu;
const SPACE = '\u00A0';
const TAB = 4;

const escaped = (text: string): string => text.replaceAll(MARKS, String.raw`\$&`);

/** Escapes a line. Addresses stay links, which show where they lead. */
function lineOf(text: string): string {
  let at = 0;
  let line = '';
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutSentenceEnd(found);
    line += `${escaped(text.slice(at, index))}<${address}>`;
    at = index + address.length;
  }
  line += escaped(text.slice(at));
  // Four spaces before a text would make it code.
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  const width = Array.from(indent).reduce((sum, character) => sum + (character === '\t' ? TAB : 1), 0);
  return SPACE.repeat(width) + line.slice(indent.length).replace(FIRST_MARK, String.raw`$1\$2`);
}

/** Returns a text on one line, of which Markdown reads nothing. */
export const inlineMarkdown = (text: string): string => lineOf(text.replaceAll(/\s+/g, ' ').trim());

/**
 * Returns a text as a block quote, which ends with its last line. Its lines stay lines, and Markdown reads nothing in them but
 * addresses: what a member wrote can neither end its message, nor define links or load pictures for others.
 */
export const quotedMarkdown = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => (line.trim() === '' ? '>' : `> ${lineOf(line)}  `))
    .join('\n');

const FORMER_MEMBER = 'A former member';

const nameOf = (author: ExportedMessage['author']): string =>
  author === null
    ? FORMER_MEMBER
    : inlineMarkdown(
        author.displayName === null ? author.username : `${author.displayName} (${author.username})`,
      );

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Returns a heading when a day begins; empty within one. */
export const dayHeading = (mark: '##' | '###', at: Date, previous: Date | undefined): string =>
  previous !== undefined && dayOf(previous) === dayOf(at) ? '' : `\n${mark} ${dayOf(at)}\n`;

/** Returns the number, author and beginning of a message that another one answers, or that starts a thread. */
export const excerptMarkdown = ({ seq, author, text }: Excerpt): string =>
  `no. ${seq} by ${nameOf(author)}${text === '' ? '' : `: ${inlineMarkdown(text)}`}`;

/** Returns a message with its author, its time, what it answers, its files and reactions. */
export function messageMarkdown(
  { seq, author, content, replyToSeq, threadId, reactions, files, createdAt, editedAt }: ExportedMessage,
  answered: Excerpt | null,
): string {
  const time = createdAt.slice(11, 16);
  const head = `**${nameOf(author)}**, ${time}${editedAt === null ? '' : ', edited'} · no. ${seq}`;
  const reply =
    replyToSeq === null
      ? []
      : [`In reply to ${answered ? excerptMarkdown(answered) : `no. ${replyToSeq}, which was deleted`}`];
  const list = files.map(
    ({ name, alt, file }) =>
      `- [${inlineMarkdown(name)}](<${file}>)${alt === '' ? '' : `: ${inlineMarkdown(alt)}`}`,
  );
  const used = reactions.map(({ emoji, count }) => `${inlineMarkdown(emoji)} ${count}`).join(' · ');
  return [
    head,
    ...reply,
    ...(content === '' ? [] : [quotedMarkdown(content)]),
    ...(list.length === 0 ? [] : [list.join('\n')]),
    ...(used === '' ? [] : [`Reactions: ${used}`]),
    ...(threadId === null ? [] : ['Its thread is in threads.md.']),
  ]
    .map((block) => `\n${block}\n`)
    .join('');
}
