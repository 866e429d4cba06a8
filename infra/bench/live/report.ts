import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Findings, Verdict } from './scenarios/scenario.js';

export type Table = Pick<Findings, 'title' | 'table'>;

/** Prints a table, and what it shows. */
export function print({ title, table, verdicts = [] }: Table & Partial<Pick<Findings, 'verdicts'>>): void {
  console.log(`\n${title}`);
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => (row[column] ?? '').length)),
  );
  for (const row of table) {
    console.log(
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}`,
    );
  }
  printVerdicts(verdicts);
}

export function printVerdicts(verdicts: readonly Verdict[]): void {
  for (const { criterion, measured, isMet } of verdicts) {
    console.log(`  ${isMet ? 'pass' : 'FAIL'}  ${criterion}: ${measured}`);
  }
}

export async function writeFindings(
  file: string,
  metadata: object,
  findings: readonly Findings[],
): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const scenarios = findings.map(({ title, verdicts, raw }) => ({ title, verdicts, raw }));
  await writeFile(file, `${JSON.stringify({ ...metadata, scenarios }, null, 2)}\n`);
}
