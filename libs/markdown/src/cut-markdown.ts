/**
 * Upper estimates of the time that a parse takes, in microseconds. `npm run bench:markdown` compares them with the time
 * that hostile texts take.
 */
const COST = {
  character: 1.5,
  line: 90,
  /** Each open quote, list or footnote, in each line that it may continue. */
  container: 25,
  /** The start of a quote, list item or footnote. */
  item: 150,
  footnote: 500,
  /** The target of a link by name. */
  definition: 100,
  /** A cell of a table, including those that the parser adds to short rows. */
  cell: 60,
  /** An address without brackets. */
  address: 100,
  /** Grows with the square of their number in a line. */
  ampersand: 0.5,
} as const;

/** The part of a text whose cost is higher is not parsed. */
const MAX_COST = 120_000;
/** Quotes, lists and footnotes inside each other. */
const MAX_DEPTH = 16;

const LINE_END = /\r\n?|\n/g;
/** The markers of quotes, list items and footnotes at the start of a line. */
const MARKERS = /(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)|\[\^(?:\\.|[^\]\\])*\]:))+/y;
const MARKER = />|[-*+]|\d+[.)]|\[\^/g;
/** A marker that always ends a paragraph, so that the line does not continue the containers before it. */
const INTERRUPTING = /^ {0,3}(?:>|[-*+][ \t]+[^ \t]|1[.)][ \t]+[^ \t])/;
const RULE = /^ {0,3}([-*])[ \t]*(?:\1[ \t]*){2,}$/;
const BLANK = /^[\s>]*$/;
/** Tells the columns of a table. A line that only looks like one costs as much. */
const DELIMITER_ROW = /^[\s>]*[|:-][\s|:-]*$/;
const ADDRESS = /:\/\/|www\.|@/gi;
const FOOTNOTE = /\[\^/g;
const DEFINITION = /\]:/g;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Returns the columns by which a line is indented. */
function indentOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === '\t') columns += 4 - (columns % 4);
    else if (character === ' ') columns += 1;
    else break;
  }
  return columns;
}

function markersOf(line: string): number {
  MARKERS.lastIndex = 0;
  return RULE.test(line) ? 0 : countOf(MARKERS.exec(line)?.[0] ?? '', MARKER);
}

/** Adds up the cost of a text, line by line. Takes linear time. */
class CostCounter {
  cost = 0;
  /** Containers that may be open. */
  private depth = 0;
  private isAfterBlank = true;
  /** Columns of the table that may be open. */
  private columns = 0;

  /** Returns whether the caps allow a line. */
  add(line: string): boolean {
    const isBlank = BLANK.test(line);
    const markers = markersOf(line);
    this.enterContainers(line, markers, isBlank);
    this.cost +=
      COST.line +
      line.length * COST.character +
      this.depth * COST.container +
      markers * COST.item +
      countOf(line, FOOTNOTE) * COST.footnote +
      countOf(line, DEFINITION) * COST.definition +
      this.cellsOf(line, isBlank) * COST.cell +
      countOf(line, ADDRESS) * COST.address +
      countOf(line, /&/g) ** 2 * COST.ampersand;
    return this.cost <= MAX_COST && this.depth <= MAX_DEPTH;
  }

  private enterContainers(line: string, markers: number, isBlank: boolean): void {
    // A list needs two columns of indentation to go on.
    const continued = Math.min(this.depth, Math.floor(indentOf(line) / 2)) + markers;
    const isNew = this.isAfterBlank || INTERRUPTING.test(line);
    if (!isBlank || markers > 0) this.depth = isNew ? continued : Math.max(this.depth, continued);
    this.isAfterBlank = isBlank;
  }

  private cellsOf(line: string, isBlank: boolean): number {
    if (isBlank) this.columns = 0;
    const cells = countOf(line, /\|/g) + 1;
    if (!DELIMITER_ROW.test(line)) return this.columns === 0 ? 0 : Math.max(this.columns, cells);
    this.columns = Math.max(this.columns, cells);
    // With the row above it.
    return this.columns * 2;
  }
}

export interface CutMarkdown {
  /** The part within the caps, in whole lines. */
  parsed: string;
  /** The part beyond them. */
  rest: string;
}

/** Cuts a text before the first line beyond the caps. */
export function cutMarkdown(text: string): CutMarkdown {
  const counter = new CostCounter();
  let start = 0;
  while (start < text.length) {
    LINE_END.lastIndex = start;
    const end = LINE_END.exec(text);
    if (!counter.add(text.slice(start, end?.index))) break;
    start = end ? LINE_END.lastIndex : text.length;
  }
  return { parsed: text.slice(0, start), rest: text.slice(start) };
}
