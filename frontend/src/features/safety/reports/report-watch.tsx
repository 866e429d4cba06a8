import { Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.js';
import { closeReport, useReportRequest } from './report-request.js';

const ReportDialog = lazyPart(() => import('./report-dialog.js'));

/** Shows the report dialog over the current page. */
export default function ReportWatch() {
  const thing = useReportRequest((state) => state.thing);
  return (
    thing && (
      <Suspense fallback={null}>
        <ReportDialog key={`${thing.kind}:${thing.subjectId}`} thing={thing} onClose={closeReport} />
      </Suspense>
    )
  );
}
