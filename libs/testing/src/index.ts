export { BackendProcess } from './backend-process.js';
export {
  GOOD_PASSWORD,
  makeConnection,
  makeMember,
  makeServer,
  registration,
  uniqueName,
} from './factories.js';
export { LiveClient, type Told, until } from './live-client.js';
export { TestStack } from './test-stack.js';
export { WorkerProcess } from './worker-process.js';
