import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isRecord, PROBLEMS, type ProblemCode } from '@oniverse/contracts';
import type { Histogram } from 'prom-client';
import { Metrics } from '../metrics.js';
import { ProblemMetrics } from '../problem-metrics.js';
import { LiveService } from './live.service.js';

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The label of all requests that no gateway handles. */
const UNKNOWN = 'unknown';

const isProblemCode = (value: unknown): value is ProblemCode =>
  typeof value === 'string' && Object.hasOwn(PROBLEMS, value);

/** Returns the problem that an acknowledgement carries; undefined for success. */
const problemOf = (answer: unknown): ProblemCode | undefined =>
  isRecord(answer) && answer['ok'] === false && isProblemCode(answer['code']) ? answer['code'] : undefined;

/** Reports the sockets and rooms of this process, and how fast it acknowledges requests. */
@Injectable()
export class LiveMetrics implements OnModuleInit {
  private readonly durations: Histogram<'event' | 'outcome'>;

  constructor(
    private readonly metrics: Metrics,
    private readonly problems: ProblemMetrics,
    private readonly live: LiveService,
  ) {
    this.durations = metrics.histogram(
      'oniverse_live_request_duration_seconds',
      'Time from the arrival of a live request to its acknowledgement.',
      ['event', 'outcome'],
      BUCKETS,
    );
  }

  onModuleInit(): void {
    const sockets = this.metrics.gauge('oniverse_live_sockets', 'Open sockets of this process.');
    const rooms = this.metrics.gauge(
      'oniverse_live_rooms',
      'Rooms with sockets of this process, without the room that each socket has of its own.',
    );
    this.metrics.collectOnScrape([sockets, rooms], async () => {
      sockets.set(this.live.socketCount);
      rooms.set(this.live.roomCount);
    });
  }

  /** Returns an acknowledgement that is measured once. @param event undefined if no gateway handles it */
  measured(event: string | undefined, acknowledge: (answer: unknown) => void): (answer: unknown) => void {
    const startedAt = performance.now();
    return (answer) => {
      acknowledge(answer);
      const code = problemOf(answer);
      const outcome = code === undefined ? 'ok' : PROBLEMS[code] < 500 ? 'refused' : 'failed';
      this.durations.observe({ event: event ?? UNKNOWN, outcome }, (performance.now() - startedAt) / 1_000);
      if (code !== undefined) this.problems.count('live', code);
    };
  }
}
