import type { ReportKind } from '@oniverse/contracts';
import { create } from 'zustand';

/** What the member is about to report. */
export interface ReportedThing {
  kind: ReportKind;
  subjectId: string;
  /** Names it in the title of the dialog, such as "this message". */
  name: string;
  /** Who can be blocked afterwards. */
  member?: { id: string; username: string };
  /** Whether the member is blocked with the report. */
  blocks?: boolean;
}

/** The thing in the open dialog. */
export const useReportRequest = create<{ thing: ReportedThing | null }>(() => ({ thing: null }));

/** Opens the dialog, which every page has for members. */
export function reportThing(thing: ReportedThing): void {
  useReportRequest.setState({ thing });
}

export const closeReport = (): void => useReportRequest.setState({ thing: null });
