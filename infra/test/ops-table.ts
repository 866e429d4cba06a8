import type { OpsCommand } from '../ops/cli/command.js';

/** The table of commands in docs/operations.md. */
export const OPS_TABLE = /^\| command +\|.*\n(?:\|.*\n)+/mu;

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** Returns the commands as a Markdown table, formatted as oxfmt does. */
export function commandTable(commands: readonly OpsCommand[]): string {
  const rows = [
    ['command', 'what it does'],
    ...commands.map(({ name, usage, summary }) => [`\`${cell(`${name} ${usage}`.trim())}\``, cell(summary)]),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (values: readonly string[], fill: string) =>
    `| ${values.map((value, column) => value.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head, ' '), line(['', ''], '-'), ...body.map((row) => line(row, ' '))].join('\n');
}
