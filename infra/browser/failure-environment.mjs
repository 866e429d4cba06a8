// Where the tests in a browser run: it lets them know that one has failed, which jest tells nobody else.
import { TestEnvironment } from 'jest-environment-node';

export default class FailureEnvironment extends TestEnvironment {
  handleTestEvent({ name }) {
    if (name === 'test_start') this.global.hasTestFailed = false;
    if (name === 'test_fn_failure') this.global.hasTestFailed = true;
  }
}
