import { lazyPart } from '../../../ui/lazy-part.js';

export { ReportMenuItem } from './report-menu-item.js';
export const ServerCases = lazyPart(() => import('./server-cases.js'));
export const YourReports = lazyPart(() => import('./your-reports.js'));
