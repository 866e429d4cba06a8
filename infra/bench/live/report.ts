import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Findings, Verdict } from './scenarios/scenario.js';

/** Prints what a scenario found out, as a table with its verdicts. */
export function print({ title, table, verdicts }: Findings): void {
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

/** Prints one line a criterion. */
export function printVerdicts(verdicts: readonly Verdict[]): void {
  for (const { criterion, measured, holds } of verdicts) {
    console.log(`  ${holds ? 'pass' : 'MISS'}  ${criterion}: ${measured}`);
  }
}

/** Writes everything down for machines. */
export async function write(file: string, about: object, findings: readonly Findings[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const scenarios = findings.map(({ title, verdicts, raw }) => ({ title, verdicts, raw }));
  await writeFile(file, `${JSON.stringify({ ...about, scenarios }, null, 2)}\n`);
}
