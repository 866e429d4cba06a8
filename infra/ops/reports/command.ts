import { parseArgs } from 'node:util';
import { MODERATION_LIMITS, REPORT_RESULTS, type ReportResult, reportSubject } from '@oniverse/contracts';
import type { DataSource } from 'typeorm';
import { closeReport } from './close-report.js';
import { type ListedCase, listReports } from './list-reports.js';
import { showReport } from './show-report.js';

const USAGE = `Usage: reports list [--all] | show NUMBER | close NUMBER ${REPORT_RESULTS.join('|')} [--reason TEXT]`;

const isResult = (value: string | undefined): value is ReportResult =>
  REPORT_RESULTS.some((result) => result === value);

/** @throws Error without a number */
function readNumber(value: string | undefined): number {
  if (value === undefined || !/^[1-9]\d{0,8}$/.test(value)) throw new Error(USAGE);
  return Number(value);
}

/** Runs `reports list`, `show` or `close`, and returns what to print. @throws Error with the usage */
export async function runReports(dataSource: DataSource, args: readonly string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false }, reason: { type: 'string' } },
  });
  const [action, number, outcome, ...others] = positionals;
  if (others.length > 0) throw new Error(USAGE);
  if (action === 'list' && number === undefined) return formatList(await listReports(dataSource, values.all));
  if (action === 'show' && outcome === undefined) {
    return JSON.stringify(await showReport(dataSource, readNumber(number)), null, 2);
  }
  if (action !== 'close' || !isResult(outcome)) throw new Error(USAGE);
  const { reason = null } = values;
  if (reason !== null && reason.length > MODERATION_LIMITS.caseReason.max) {
    throw new Error(`A reason can have up to ${MODERATION_LIMITS.caseReason.max} characters.`);
  }
  await closeReport(dataSource, readNumber(number), { outcome, reason });
  return `Report #${number} closed. Its reporters are notified.`;
}

function formatList(cases: readonly ListedCase[]): string {
  if (cases.length === 0) return 'No open reports.';
  return cases
    .map(
      ({ number, kind, title, username, reason, reports, opened_at: at, is_in_dimension: isInDimension }) =>
        [
          `#${number}`,
          at.toISOString(),
          reason,
          `${reports}x`,
          `${reportSubject(kind, title)}${username === null ? '' : ` (@${username})`}`,
          ...(isInDimension ? ['[with its dimension]'] : []),
        ].join('  '),
    )
    .join('\n');
}
