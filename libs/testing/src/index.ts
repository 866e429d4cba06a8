export { BackendProcess } from './backend-process.js';
export { copyCluster, makeStandby } from './copy-cluster.js';
export { documentedMetrics, exposedMetrics } from './documented-metrics.js';
export { DeafPooler } from './deaf-pooler.js';
export { DedicatedTestStack } from './dedicated-test-stack.js';
export {
  ESTABLISHED,
  GOOD_PASSWORD,
  makeConnection,
  makeMember,
  makePost,
  makeServer,
  makeSession,
  makeStaff,
  registration,
  uniqueName,
  type Rows,
} from './factories.js';
export { LiveClient, type ReceivedEvent, waitUntil } from './live-client.js';
export { documentedRedisRights, RedisCluster } from './redis-cluster.js';
export { seededRandom } from './seeded-random.js';
export { oncePerRun, startSharedServers } from './shared-servers.js';
export { makeFlac, makeMp3, makeOgg } from './sounds.js';
export { readMails, type ReceivedMail, waitForMail } from './mails.js';
export { byTestLength } from './test-length.js';
export { TEST_CERTIFICATE } from './test-certificate.js';
export { TestStack } from './test-stack.js';

export { WorkerProcess } from './worker-process.js';
export { unzip } from './zip.js';
