/* The platform of a worker. Backends load none of it. */
export {
  type AnyHandler,
  JOB_HANDLERS,
  type JobHandler,
  JobPostponed,
  type MaintenanceJob,
} from './jobs/job-handler.js';
export { JobRunner, type Task } from './jobs/job-runner.js';
export { createMailTransport, type MailTransport } from './mail-transport.js';
export { openQueue } from './jobs/open-queue.js';
export { type QueueName, QUEUES } from './queues.js';
export { QueuesPage } from './jobs/queues-page.js';
export { WorkerPlatformModule } from './worker-platform.module.js';
