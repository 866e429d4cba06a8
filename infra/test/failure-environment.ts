import { TestEnvironment } from 'jest-environment-node';

/** The environment of browser tests, which lets `afterEach` hooks know whether the test has failed. */
export default class FailureEnvironment extends TestEnvironment {
  handleTestEvent({ name }: { readonly name: string }): void {
    if (name === 'test_start') this.setHasTestFailed(false);
    if (name === 'test_fn_failure') this.setHasTestFailed(true);
  }

  private setHasTestFailed(hasTestFailed: boolean): void {
    Reflect.set(this.global, 'hasTestFailed', hasTestFailed);
  }
}
