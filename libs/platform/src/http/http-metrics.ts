import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.js';

/** Upper ends, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/**
 * Counts how long requests take, by the route's template and the class of the status. What no route took, the client's
 * files among it, counts together.
 */
export function measureRequests(fastify: FastifyInstance, metrics: Metrics): void {
  const durations = metrics.histogram(
    'oniverse_http_request_duration_seconds',
    'How long requests took, from their first byte to the last of the answer.',
    ['method', 'route', 'status'],
    BUCKETS,
  );
  fastify.addHook('onResponse', (request, reply, done) => {
    durations.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      },
      reply.elapsedTime / 1_000,
    );
    done();
  });
}
