import { ADDRESS, withoutSentenceEnd } from '../shared/addresses.js';
import { HASHTAG, normaliseTag } from '../shared/hashtags.js';
import { inlineCodeOf } from '../shared/inline-code.js';
import { LIMITS } from '../shared/limits.js';
import { MENTION, usernameOf } from '../shared/mentions.js';

/** A formatted piece of a line of a message. */
export type MessageSpan =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'mention'; text: string; username: string }
  | { kind: 'tag'; text: string; tag: string }
  | { kind: 'link'; address: string; parts: MessageSpan[] }
  | { kind: EmphasisKind; parts: MessageSpan[] };

type EmphasisKind = 'bold' | 'italic' | 'strike';

const ESCAPE = /\\[*_~`[]/;
const UNDERSCORES = /_+$/;
const RUN = /`+|\*+|_+|~+/;
const MARKS = new RegExp(
  [ESCAPE, ADDRESS, MENTION, HASHTAG, RUN, /\[/].map(({ source }) => source).join('|'),
  'gu',
);
/** `[label](address)`, where the address may contain balanced brackets. */
const LABELLED = /\[([^[\]]+)\]\((https?:\/\/(?:[^\s()<>"`]|\([^\s()<>"`]*\))+)\)/uy;
const WORD = /[\p{L}\p{N}_]/u;
const SPACE = /\s/;
const MAX_RUN = 3;
/** Maximum number of open marks, which bounds the nesting of spans. */
const MAX_OPEN = 6;

/** An unclosed run of marks and the spans after it. */
interface OpenMark {
  mark: string;
  count: number;
  parts: MessageSpan[];
}

function emphasisOf(mark: string, count: number): EmphasisKind {
  if (mark === '~') return 'strike';
  return count === 2 ? 'bold' : 'italic';
}

/** Appends a span, merging adjacent texts. */
export function appendSpan(parts: MessageSpan[], span: MessageSpan): void {
  const last = parts.at(-1);
  if (span.kind === 'text' && last?.kind === 'text') {
    parts[parts.length - 1] = { kind: 'text', text: last.text + span.text };
  } else {
    parts.push(span);
  }
}

/** Nests spans in their emphasis. At most `MAX_OPEN` marks are open at once, which bounds work and depth. */
class SpanWriter {
  private readonly parts: MessageSpan[] = [];
  private readonly open: OpenMark[] = [];

  add(span: MessageSpan): void {
    appendSpan(this.open.at(-1)?.parts ?? this.parts, span);
  }

  addText(text: string): void {
    if (text !== '') this.add({ kind: 'text', text });
  }

  /** Adds a run of one mark, which closes open marks first and opens a new one with the rest. */
  addRun(run: string, canOpen: boolean, canClose: boolean): void {
    const mark = run.charAt(0);
    const isMark = mark === '~' ? run.length === 2 : run.length <= MAX_RUN;
    const left = isMark && canClose ? this.close(mark, run.length) : run.length;
    if (left === 0) return;
    if (!isMark || !canOpen) {
      this.addText(mark.repeat(left));
      return;
    }
    if (this.open.length === MAX_OPEN) this.flushOldest();
    this.open.push({ mark, count: left, parts: [] });
  }

  isOpen(mark: string): boolean {
    return this.open.some((each) => each.mark === mark);
  }

  finish(): MessageSpan[] {
    while (this.open.length > 0) this.flushOldest();
    return this.parts;
  }

  /** @returns the number of unused marks */
  private close(mark: string, length: number): number {
    let left = length;
    while (left > 0) {
      const at = this.open.findLastIndex((each) => each.mark === mark);
      const opener = this.open[at];
      if (!opener) break;
      for (const unclosed of this.open.splice(at + 1)) flushUnclosed(unclosed, opener.parts);
      const count = Math.min(2, left, opener.count);
      const span: MessageSpan = { kind: emphasisOf(mark, count), parts: opener.parts };
      opener.parts = [span];
      opener.count -= count;
      left -= count;
      if (opener.count > 0) continue;
      this.open.pop();
      this.add(span);
    }
    return left;
  }

  private flushOldest(): void {
    const oldest = this.open.shift();
    if (oldest) flushUnclosed(oldest, this.parts);
  }
}

function flushUnclosed({ mark, count, parts }: OpenMark, into: MessageSpan[]): void {
  appendSpan(into, { kind: 'text', text: mark.repeat(count) });
  for (const part of parts) appendSpan(into, part);
}

/** Returns whether a run of marks can open and close emphasis. A single `*` and underscores only enclose whole words. */
function flanksOf(line: string, start: number, run: string): [canOpen: boolean, canClose: boolean] {
  const before = line.charAt(start - 1);
  const after = line.charAt(start + run.length);
  const worksInsideWords = run === '**' || run === '~~' || run === '***';
  return [
    after !== '' && !SPACE.test(after) && (worksInsideWords || !WORD.test(before)),
    before !== '' && !SPACE.test(before) && (worksInsideWords || !WORD.test(after)),
  ];
}

function nextMark(line: string, start: number): RegExpExecArray | null {
  MARKS.lastIndex = start;
  return MARKS.exec(line);
}

/** Strips the spaces that separate backticks inside the code from its delimiters. */
const unpadded = (code: string): string =>
  code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code;

/**
 * Parses a line of a message into spans, in linear time.
 * @param isLabel the line is the label of a link, which contains no links, mentions or hashtags
 */
export function spansOf(line: string, isLabel = false): MessageSpan[] {
  const writer = new SpanWriter();
  const codes = line.includes('`') ? inlineCodeOf(line) : undefined;
  let end = 0;
  for (let match = nextMark(line, 0); match; match = nextMark(line, end)) {
    const { 0: mark, index } = match;
    writer.addText(line.slice(end, index));
    end = index + mark.length;
    const first = mark.charAt(0);
    if (first === '`') {
      const code = codes?.get(index);
      if (code) {
        writer.add({ kind: 'code', text: unpadded(line.slice(index + code.ticks, code.end - code.ticks)) });
        end = code.end;
      } else {
        writer.addText(mark);
      }
    } else if ('*_~'.includes(first)) {
      writer.addRun(mark, ...flanksOf(line, index, mark));
    } else if (first === '\\') {
      writer.addText(mark.slice(1));
    } else if (isLabel) {
      writer.addText(mark);
    } else if (first === '[') {
      const link = labelledLinkAt(line, index);
      writer.add(link?.span ?? { kind: 'text', text: mark });
      end = link?.end ?? end;
    } else {
      // As in markdown, underscores after a name in emphasis close it.
      const token = first === '@' && writer.isOpen('_') ? mark.replace(UNDERSCORES, '') : mark;
      const span = tokenSpanOf(token);
      writer.add(span);
      end = index + (span.kind === 'link' ? span.address : token).length;
    }
  }
  writer.addText(line.slice(end));
  return writer.finish();
}

/** Returns the labelled link at a bracket, if any. Markdown pictures are not links and stay as written. */
function labelledLinkAt(line: string, start: number): { span: MessageSpan; end: number } | undefined {
  if (line.charAt(start - 1) === '!') return undefined;
  LABELLED.lastIndex = start;
  const [whole = '', label = '', address = ''] = LABELLED.exec(line) ?? [];
  if (whole === '' || label.trim() === '') return undefined;
  return { span: { kind: 'link', address, parts: spansOf(label, true) }, end: start + whole.length };
}

function tokenSpanOf(token: string): MessageSpan {
  if (token.startsWith('@')) {
    if (token.length <= LIMITS.username.min) return { kind: 'text', text: token };
    return { kind: 'mention', text: token, username: usernameOf(token) };
  }
  if (token.startsWith('#')) {
    const tag = normaliseTag(token);
    return tag === undefined ? { kind: 'text', text: token } : { kind: 'tag', text: token, tag };
  }
  const address = withoutSentenceEnd(token);
  if (address.endsWith('://')) return { kind: 'text', text: token };
  return { kind: 'link', address, parts: [{ kind: 'text', text: address }] };
}
