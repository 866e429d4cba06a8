import { LIMITS } from '@oniverse/contracts';

/**
 * Limits for one document. Small hostile markdown grows in the parser: 12 kB of table became a 22 MB page, 3,000 nested
 * quotes overflowed the stack, 200 kB of `~a` took over three minutes, and 200 kB of list items one minute.
 */
const MAX = {
  characters: LIMITS.profileMarkdown.max,
  /** Lines outside code. */
  lines: 5_000,
  /** List items and quoted lines: parsing time grows with their square. */
  items: 1_500,
  /** Quote and list markers at the start of one line, and its indentation in characters. */
  nesting: 16,
  indentation: 64,
  /** Cells of one table, including those the parser fills in, and of all tables together. */
  tableCells: 2_000,
  allTableCells: 10_000,
  /** Characters in one paragraph that can open or close emphasis, code, links or HTML. */
  marks: 500,
} as const;

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const LEADING = /^\s*(?:(?:>|[-*+]|\d{1,9}[.)])\s*)*/;
const MARKER = />|[-*+]|\d{1,9}[.)]/g;
const BLOCK_START = /^\s*(?:>|[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|\|)/;
const DELIMITER_ROW = /^[\s>|:-]*-[\s|:-]*$/;
const MARK = /[*_~[\]<@`]/g;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const INDENTED_ITEM = /^(\s*)(?:>|[-*+]\s|\d{1,9}[.)]\s)/;
const nestingOf = (line: string): number => countOf(LEADING.exec(line)?.[0] ?? '', MARKER);

/** Returns 0 if the lines form no table. */
function tableCellsOf(lines: readonly string[]): number {
  const row = lines.findIndex((line, index) => index > 0 && DELIMITER_ROW.test(line));
  if (row === -1) return 0;
  const columns = Math.max(1, countOf(lines[row] ?? '', /-+/g));
  return columns * (lines.length - row);
}

const isTooDeep = (line: string): boolean =>
  nestingOf(line) > MAX.nesting || (INDENTED_ITEM.exec(line)?.[1]?.length ?? 0) > MAX.indentation;

function hasTooManyMarks(lines: readonly string[]): boolean {
  let marks = 0;
  return lines.some((line) => {
    marks = countOf(line, MARK) + (BLOCK_START.test(line) ? 0 : marks);
    return marks > MAX.marks;
  });
}

/** The fence is longer than any inside the lines. */
function asCode(lines: readonly string[]): string[] {
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return ['', fence, ...lines, fence, ''];
}

/**
 * Turns every block that would hang or break the page into fenced code, which shows it as written. Returns `undefined`
 * if the whole text exceeds the limits.
 */
export function neutralizeMarkdown(text: string): string | undefined {
  if (text.length > MAX.characters * 2) return undefined;
  const safe: string[] = [];
  let block: string[] = [];
  let fence: string | undefined;
  let cells = 0;
  let lines = 0;
  let items = 0;

  const endBlock = () => {
    const added = tableCellsOf(block);
    const isHostile =
      added > MAX.tableCells ||
      cells + added > MAX.allTableCells ||
      block.some(isTooDeep) ||
      hasTooManyMarks(block);
    if (!isHostile) cells += added;
    safe.push(...(isHostile ? asCode(block) : block));
    block = [];
  };

  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      safe.push(line);
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    } else if (mark !== undefined) {
      endBlock();
      fence = mark;
      safe.push(line);
    } else if (line.trim() === '') {
      endBlock();
      safe.push(line);
    } else {
      block.push(line);
      lines += 1;
      if (INDENTED_ITEM.test(line)) items += 1;
    }
  }
  endBlock();
  return lines > MAX.lines || items > MAX.items ? undefined : safe.join('\n');
}
