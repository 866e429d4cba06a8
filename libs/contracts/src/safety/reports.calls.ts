import { call } from '../shared/call.js';
import { REPORTS_PER_DAY } from './report-kinds.js';
import { pageQuery } from '../shared/page-queries.js';
import { createReportBody, reportSchema } from './reports.js';
import { list } from '../shared/schema.js';

export const listReports = call({
  method: 'GET',
  path: '/reports',
  summary: 'Lists the reports of the caller, newest first',
  query: pageQuery,
  answer: list(reportSchema),
  paged: true,
});

export const createReport = call({
  method: 'POST',
  path: '/reports',
  summary: 'Reports something to the staff',
  description: `For anything that the caller may see, except their own; ${REPORTS_PER_DAY} a day. Only the operators of the site learn who reported it. A repetition changes nothing until the case is closed.`,
  status: 201,
  body: { title: 'CreateReportDto', fields: createReportBody },
  answer: reportSchema,
  problems: ['not_found', 'forbidden'],
});
