import { announceSharedServers } from '../shared-servers.js';
import './global-setup.js';

export default async function tearDown(): Promise<void> {
  announceSharedServers();
  await globalThis.testServers?.stop();
}
