import { LIMITS } from '@oniverse/contracts';

/**
 * What one document may ask of a browser. Hostile markdown is small and grows in the parser: 12 kB of table became
 * 22 MB of page, 3,000 nested quotes overflow the stack, 200 kB of `~a` took over three minutes, of list items one.
 */
const MOST = {
  characters: LIMITS.profileMarkdown.max,
  /** Lines that are not code. */
  lines: 5_000,
  /** Items of lists and lines of quotes: the parser's work grows with their square. */
  items: 1_500,
  /** Quote and list marks at the start of one line, and how far it is moved in. */
  nesting: 16,
  indentation: 64,
  /** Cells of one table, the filled ones included, and of all tables together. */
  tableCells: 2_000,
  allTableCells: 10_000,
  /** Characters of one paragraph that may open or close emphasis, code, links or HTML. */
  marks: 500,
} as const;

const FENCE = /^ {0,3}(`{3,}(?!.*`)|~{3,})/;
const LEADING = /^\s*(?:(?:>|[-*+]|\d{1,9}[.)])\s*)*/;
const MARKER = />|[-*+]|\d{1,9}[.)]/g;
const BLOCK_START = /^\s*(?:>|[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|\|)/;
const DELIMITER_ROW = /^[\s>|:-]*-[\s|:-]*$/;
const MARK = /[*_~[\]<@`]/g;

const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;
const INDENTED_ITEM = /^(\s*)(?:>|[-*+]\s|\d{1,9}[.)]\s)/;
const nestingOf = (line: string): number => countOf(LEADING.exec(line)?.[0] ?? '', MARKER);

/** Cells of the table that a block of lines is; 0 where it is none. */
function tableCellsOf(lines: readonly string[]): number {
  const row = lines.findIndex((line, index) => index > 0 && DELIMITER_ROW.test(line));
  if (row === -1) return 0;
  const columns = Math.max(1, countOf(lines[row] ?? '', /-+/g));
  return columns * (lines.length - row);
}

const isTooDeep = (line: string): boolean =>
  nestingOf(line) > MOST.nesting || (INDENTED_ITEM.exec(line)?.[1]?.length ?? 0) > MOST.indentation;

/** Whether some paragraph among the lines has more marks than a person would set. */
function hasTooManyMarks(lines: readonly string[]): boolean {
  let marks = 0;
  return lines.some((line) => {
    marks = countOf(line, MARK) + (BLOCK_START.test(line) ? 0 : marks);
    return marks > MOST.marks;
  });
}

/** The lines as fenced code, whatever they hold. */
function asCode(lines: readonly string[]): string[] {
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return ['', fence, ...lines, fence, ''];
}

/**
 * The text with what would hang or break the page turned into code that shows it as it was written. What people
 * write comes back unchanged.
 * @returns undefined where the text as a whole is too much
 */
export function tameMarkdown(text: string): string | undefined {
  if (text.length > MOST.characters * 2) return undefined;
  const tame: string[] = [];
  let block: string[] = [];
  let fence: string | undefined;
  let cells = 0;
  let lines = 0;
  let items = 0;

  const endBlock = () => {
    const added = tableCellsOf(block);
    const isHostile =
      added > MOST.tableCells ||
      cells + added > MOST.allTableCells ||
      block.some(isTooDeep) ||
      hasTooManyMarks(block);
    if (!isHostile) cells += added;
    tame.push(...(isHostile ? asCode(block) : block));
    block = [];
  };

  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      tame.push(line);
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    } else if (mark !== undefined) {
      endBlock();
      fence = mark;
      tame.push(line);
    } else if (line.trim() === '') {
      endBlock();
      tame.push(line);
    } else {
      block.push(line);
      lines += 1;
      if (INDENTED_ITEM.test(line)) items += 1;
    }
  }
  endBlock();
  return lines > MOST.lines || items > MOST.items ? undefined : tame.join('\n');
}
