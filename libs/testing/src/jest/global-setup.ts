import { announceSharedServers } from '../shared-servers.js';
import { TestServers } from '../test-servers.js';

declare global {
  // oxlint-disable-next-line no-var -- only var declares a property of globalThis
  var testServers: TestServers | undefined;
}

/** Starts the servers that all test files of this jest run share. */
export default async function setUp(): Promise<void> {
  globalThis.testServers = await TestServers.start({ shared: true });
  announceSharedServers(globalThis.testServers.addresses);
}
