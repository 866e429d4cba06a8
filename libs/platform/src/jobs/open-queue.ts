import { Queue } from 'bullmq';
import { QUEUE_PREFIX, type QueueName } from '../queues.js';
import { keyPrefix, type RedisConnection } from '../redis.js';

/** Opens a queue. @param redis a connection of the role `queue` @param onError called while Redis is unreachable */
export function openQueue(redis: RedisConnection, name: QueueName, onError: (error: unknown) => void): Queue {
  const queue = new Queue(name, { connection: redis, prefix: keyPrefix(redis, QUEUE_PREFIX) });
  queue.on('error', onError);
  return queue;
}
