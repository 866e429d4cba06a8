/**
 * The queues, each with workers of its own, so that none waits for another:
 * `prompt` what a member waits for and takes no time;
 * `heavy` what a member waits for and takes long;
 * `bulk` what nobody waits for.
 */
export const QUEUES = ['prompt', 'heavy', 'bulk'] as const;
export type QueueName = (typeof QUEUES)[number];

/** The beginning of the queues' keys in Redis. */
export const QUEUE_PREFIX = 'oniverse';
