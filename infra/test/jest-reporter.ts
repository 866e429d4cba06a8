import type { Reporter, Test, TestCaseResult, TestResult } from '@jest/reporters';
import { cpuMsOf } from './measured-circus.js';
import { sendTestEvent } from './test-events.js';

type CaseStart = Parameters<NonNullable<Reporter['onTestCaseStart']>>[1];

/** Sends the events of a jest run to the process that started it. */
export default class EventReporter implements Reporter {
  onTestFileStart({ path }: Test): void {
    sendTestEvent({ type: 'started', file: path });
  }

  onTestCaseStart({ path }: Test, { fullName }: CaseStart): void {
    sendTestEvent({ type: 'started', file: path, title: fullName });
  }

  onTestCaseResult({ path }: Test, { fullName }: TestCaseResult): void {
    sendTestEvent({ type: 'started', file: path, title: `after ${fullName}` });
  }

  onTestFileResult({ path }: Test, result: TestResult): void {
    const { numPassingTests, numFailingTests, testExecError, failureMessage } = result;
    sendTestEvent({
      type: 'ended',
      file: path,
      passed: numPassingTests,
      failed: numFailingTests + (testExecError && numFailingTests === 0 ? 1 : 0),
      ...cpuMsOf(result),
      ...(typeof failureMessage === 'string' && { failure: failureMessage }),
    });
  }
}
