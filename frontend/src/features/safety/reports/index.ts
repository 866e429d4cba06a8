import { lazyPart } from '../../../ui/lazy-part.js';

export { CaseAuthor, caseSummary } from './case-summary.js';
export { ReportMenuItem } from './report-menu-item.js';
export { REASON_TEXTS } from './reports.texts.js';
export { reportThing } from './report-request.js';
export const CaseView = lazyPart(() => import('./case-view.js'));
export const ClosedCases = lazyPart(() => import('./closed-cases.js'));
export const SnapshotMessage = lazyPart(() => import('./snapshot-message.js'));
export const YourReports = lazyPart(() => import('./your-reports.js'));
