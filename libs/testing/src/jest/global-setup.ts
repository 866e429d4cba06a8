import { startSharedServers } from '../shared-servers.js';

declare global {
  // oxlint-disable-next-line no-var -- only var declares a property of globalThis
  var stopSharedServers: (() => Promise<void>) | undefined;
}

export default async function setUp(): Promise<void> {
  globalThis.stopSharedServers = await startSharedServers();
}
