import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { LOGGER, type Logger } from './logging.js';

export type { Counter, Histogram } from 'prom-client';

/** A collector that takes longer than this is left out of the scrape, in milliseconds. */
const COLLECT_TIMEOUT_MS = 2_000;

interface ClearableGauge {
  reset(): void;
  remove(labels: Record<string, never>): void;
}

/** Gauges whose values are read at each scrape. */
interface Collector {
  gauges: readonly ClearableGauge[];
  read: () => Promise<void>;
}

function clear(gauges: readonly ClearableGauge[]): void {
  for (const gauge of gauges) {
    gauge.reset();
    // A gauge without labels is 0 after its reset.
    gauge.remove({});
  }
}

/**
 * The Prometheus metrics of this process. Names start with `oniverse_` and times are in seconds. Labels have few values:
 * never content of members, ids or addresses.
 * @see https://prometheus.io/docs/practices/naming/
 */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly collectors: Collector[] = [];
  private scrape: Promise<string> | undefined;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  get contentType(): string {
    return this.registry.contentType;
  }

  /** @param name ends with `_total` */
  counter<L extends string = never>(name: string, help: string, labels: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames: labels, registers: [this.registry] });
  }

  gauge<L extends string = never>(name: string, help: string, labels: readonly L[] = []): Gauge<L> {
    return new Gauge({ name, help, labelNames: labels, registers: [this.registry] });
  }

  /** @param buckets upper bounds in seconds */
  histogram<L extends string = never>(
    name: string,
    help: string,
    labels: readonly L[],
    buckets: readonly number[],
  ): Histogram<L> {
    return new Histogram({
      name,
      help,
      labelNames: labels,
      buckets: [...buckets],
      registers: [this.registry],
    });
  }

  /**
   * Sets gauges at each scrape. Those that `read` does not set are absent from it, all if it fails, because an old value or 0
   * would look current.
   */
  collectOnScrape(gauges: readonly ClearableGauge[], read: () => Promise<void>): void {
    this.collectors.push({ gauges, read });
  }

  /** Adds the metrics of any Node.js process: memory, CPU time, event loop delay. */
  collectProcessMetrics(): void {
    collectDefaultMetrics({ register: this.registry });
    const limit = this.gauge(
      'oniverse_memory_limit_bytes',
      'The most memory that the container of this process may use; absent without a limit.',
    );
    this.collectOnScrape([limit], async () => {
      const bytes = process.constrainedMemory();
      if (bytes > 0 && bytes < Number.MAX_SAFE_INTEGER) limit.set(bytes);
    });
  }

  /** Returns the current metrics in Prometheus's text format. Concurrent callers share one collection. */
  async text(): Promise<string> {
    this.scrape ??= this.collectAll().finally(() => {
      this.scrape = undefined;
    });
    return this.scrape;
  }

  private async collectAll(): Promise<string> {
    await Promise.all(this.collectors.map((collector) => this.collect(collector)));
    return this.registry.metrics();
  }

  private async collect({ gauges, read }: Collector): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`Not collected within ${COLLECT_TIMEOUT_MS} ms.`)),
        COLLECT_TIMEOUT_MS,
      );
    });
    clear(gauges);
    try {
      await Promise.race([read(), late]);
    } catch (error) {
      clear(gauges);
      this.logger.warn({ err: error }, 'Metrics not collected');
    } finally {
      clearTimeout(timer);
    }
  }
}
