import { TestEnvironment } from 'jest-environment-node';

/** Where the tests in a browser run: it lets them know that one has failed, which jest tells nobody else. */
export default class FailureEnvironment extends TestEnvironment {
  handleTestEvent({ name }: { readonly name: string }): void {
    if (name === 'test_start') this.say(false);
    if (name === 'test_fn_failure') this.say(true);
  }

  private say(hasTestFailed: boolean): void {
    Reflect.set(this.global, 'hasTestFailed', hasTestFailed);
  }
}
