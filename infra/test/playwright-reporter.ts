import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { sendTestEvent } from './test-events.js';

/** Sends the events of a run of Playwright to the process that started it. */
export default class EventReporter implements Reporter {
  /** The tests of each file that have not ended. */
  private readonly pending = new Map<string, Set<TestCase>>();
  private readonly ended = new Map<string, TestCase[]>();

  onBegin(_config: FullConfig, suite: Suite): void {
    for (const test of suite.allTests()) {
      const { file } = test.location;
      this.pending.set(file, (this.pending.get(file) ?? new Set()).add(test));
    }
  }

  onTestBegin({ location, title }: TestCase): void {
    sendTestEvent({ type: 'started', file: location.file, title });
  }

  onTestEnd(test: TestCase): void {
    const willRetry = test.outcome() === 'unexpected' && test.results.length <= test.retries;
    if (willRetry) return;
    const { file } = test.location;
    const tests = [...(this.ended.get(file) ?? []), test];
    this.ended.set(file, tests);
    const pending = this.pending.get(file);
    if (!pending?.delete(test) || pending.size > 0) return;
    const failed = tests.filter((each) => each.outcome() === 'unexpected');
    const flaky = tests.filter((each) => each.outcome() === 'flaky');
    sendTestEvent({
      type: 'ended',
      file,
      passed: tests.filter((each) => each.outcome() === 'expected').length + flaky.length,
      failed: failed.length,
      ...(failed.length > 0 && { failure: failed.map(describeFailure).join('\n') }),
      ...(failed.length === 0 && flaky.length > 0 && { firstFailure: flaky.map(describeFailure).join('\n') }),
    });
  }
}

/** Returns the title of a test and its first error. */
function describeFailure({ title, results }: TestCase): string {
  const error = results.find(({ errors }) => errors.length > 0)?.error;
  return `${title}\n${error?.stack ?? error?.message ?? 'no error was reported'}`;
}
