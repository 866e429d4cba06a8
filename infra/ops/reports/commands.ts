import { Argument } from '@commander-js/extra-typings';
import { MODERATION_LIMITS, REPORT_RESULTS, reportSubject } from '@oniverse/contracts';
import { defineCommand, type OpsCommand, parseNumber, withPage } from '../cli/command.js';
import { wrongUsage } from '../cli/command-error.js';
import { pageOf } from '../cli/output.js';
import { closeReport } from './close-report.js';
import { type ListedCase, listReports } from './list-reports.js';
import { showReport } from './show-report.js';

const parseCase = parseNumber(1, 999_999_999);

const listed = ({
  id,
  number,
  kind,
  title,
  username,
  reason,
  reports,
  opened_at,
  is_in_dimension,
}: ListedCase & { id: string }) => ({
  id,
  number,
  about: reportSubject(kind, title),
  member: username,
  reason,
  reports,
  openedAt: opened_at,
  isInDimension: is_in_dimension,
});

export const REPORT_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'reports:list',
    formerNames: ['reports list'],
    summary: 'Lists the open reports, oldest first.',
    syntax: (command) => withPage(command.option('--all', 'also those that a dimension handles')),
    run: async ({ dataSource }, _args, { all = false, limit, cursor }) =>
      pageOf((await listReports(dataSource, { isAll: all, limit, cursor })).map(listed), limit),
  }),
  defineCommand({
    name: 'reports:show',
    formerNames: ['reports show'],
    summary: 'Shows the snapshots of a report, who reported it, and their notes.',
    syntax: (command) => command.argument('<number>', 'of the report', parseCase),
    run: async ({ dataSource }, [number]) => ({ record: await showReport(dataSource, number) }),
  }),
  defineCommand({
    name: 'reports:close',
    formerNames: ['reports close'],
    summary: 'Closes a report with an outcome, which its reporters learn.',
    syntax: (command) =>
      command
        .argument('<number>', 'of the report', parseCase)
        .addArgument(new Argument('<outcome>').choices(REPORT_RESULTS))
        .option('--reason <text>', 'for the staff'),
    run: async ({ dataSource }, [number, outcome], { reason = null }) => {
      if (reason !== null && reason.length > MODERATION_LIMITS.caseReason.max) {
        throw wrongUsage(`A reason can have up to ${MODERATION_LIMITS.caseReason.max} characters.`);
      }
      await closeReport(dataSource, number, { outcome, reason });
      return { text: `Report #${number} closed. Its reporters are notified.`, value: { number, outcome } };
    },
  }),
];
