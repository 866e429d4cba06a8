import { Cluster, type Redis } from 'ioredis';
import type { RedisConnection } from './redis.js';

/** Redis counts as down when it leaves a command unanswered for this long, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 80;

/** Passes the response to each further command to `observe`. */
function observeResponses(redis: RedisConnection, observe: (response: Promise<unknown>) => void): void {
  const send: Cluster['sendCommand'] = redis.sendCommand.bind(redis);
  redis.sendCommand = (...args: Parameters<Cluster['sendCommand']>) => {
    const response = send(...args);
    if (response instanceof Promise) observe(response);
    return response;
  };
}

/** For socket.io, which ignores results: while Redis is down, publications and subscriptions fail without an error. */
export const ignoreFailures = (redis: RedisConnection): void =>
  observeResponses(redis, (response) => void response.catch(() => {}));

/**
 * Makes a connection on which no caller waits for a Redis that hangs. The first command without a timely response closes
 * the connection, of a Cluster the one to that node: all pending commands fail, and further ones fail at once, unsent,
 * until Redis answers again. So a paused Redis does not execute them when it resumes.
 */
export function failFast(redis: RedisConnection): void {
  if (redis instanceof Cluster) redis.on('+node', failFast);
  else
    observeResponses(redis, (response) => {
      if (redis.status === 'ready') disconnectIfSilent(redis, response);
    });
}

function disconnectIfSilent({ stream }: Redis, response: Promise<unknown>): void {
  let isSettled = false;
  const timer = setTimeout(() => {
    // A busy process may not have read a response that arrived in time: it is read before this check.
    setImmediate(() => {
      if (!isSettled) stream.destroy(new Error(`Redis has not answered for ${RESPONSE_TIMEOUT_MS} ms.`));
    });
  }, RESPONSE_TIMEOUT_MS);
  const onSettled = () => {
    isSettled = true;
    clearTimeout(timer);
  };
  response.then(onSettled, onSettled);
}
