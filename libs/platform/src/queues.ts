/**
 * The queues. Each has its own workers, so that none waits for another:
 * `prompt` for short jobs that a member waits for;
 * `heavy` for long jobs that a member waits for;
 * `mail` for mails, whose server can be slow;
 * `fetch` for pages of others, whose servers can be slow;
 * `bulk` for jobs that nobody waits for.
 */
export const QUEUES = ['prompt', 'heavy', 'mail', 'fetch', 'bulk'] as const;
export type QueueName = (typeof QUEUES)[number];

/** The first part of the queues' keys; see `keyPrefix`. */
export const QUEUE_PREFIX = 'oniverse';
