import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff';

/** Each of at most two attempts ends after this time, so that two texts of 200,000 characters take half a second. */
const TIMEOUT_MS = 250;

export type SegmentKind = 'same' | 'deleted' | 'inserted';

/** `change` is the index of the change that a deleted or inserted text belongs to; the next one for an equal text. */
export interface Segment {
  kind: SegmentKind;
  text: string;
  change: number;
}

export interface TextDiff {
  /** Lines; a row begins after a line end that both texts have. */
  rows: Segment[][];
  changes: number;
  /** Texts that differ too much are compared line by line, or, failing that, as wholes. */
  unit: 'words' | 'lines' | 'texts';
}

type Parts = Pick<ChangeObject<string>, 'value' | 'added' | 'removed'>[];

/** Compares two texts word by word, if that is possible in the given time. */
export function diffTexts(before: string, after: string, timeout = TIMEOUT_MS): TextDiff {
  const words = diffWordsWithSpace(before, after, { timeout });
  if (words) return { ...rowsOf(words), unit: 'words' };
  const lines = diffLines(before, after, { timeout });
  if (lines) return { ...rowsOf(lines), unit: 'lines' };
  const whole = [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ];
  return { ...rowsOf(whole), unit: 'texts' };
}

function rowsOf(parts: Parts): Pick<TextDiff, 'rows' | 'changes'> {
  const rows: Segment[][] = [];
  let row: Segment[] = [];
  let change = 0;
  let isChanging = false;
  for (const { value, added, removed } of parts) {
    if (added || removed) {
      row.push({ kind: added ? 'inserted' : 'deleted', text: value, change });
      isChanging = true;
      continue;
    }
    if (isChanging) change += 1;
    isChanging = false;
    for (const [index, text] of value.split('\n').entries()) {
      if (index > 0) {
        rows.push(row);
        row = [];
      }
      if (text !== '') row.push({ kind: 'same', text, change });
    }
  }
  if (row.length > 0) rows.push(row);
  return { rows, changes: change + Number(isChanging) };
}
