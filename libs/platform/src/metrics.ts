import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { LOGGER, type Logger } from './logging.js';

export type { Counter } from 'prom-client';

/** What is read for a scrape may take so long, in milliseconds; where it takes longer it is left out. */
const READ_TIMEOUT_MS = 2_000;

/** Gauges that are read when somebody asks for them: what they stand for is not in this process. */
interface Reading {
  gauges: readonly { reset(): void }[];
  read: () => Promise<void>;
}

/**
 * What this process counts for those who watch it, in Prometheus's form. Names begin with `oniverse_`, times are in
 * seconds, and labels take only values of which there are few: never what members write, ids or addresses.
 * @see https://prometheus.io/docs/practices/naming/
 */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly readings: Reading[] = [];
  private scrape: Promise<string> | undefined;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** What Prometheus calls the form of `text`. */
  get contentType(): string {
    return this.registry.contentType;
  }

  /** Counts what happens; the name ends with `_total`. */
  counter<L extends string = never>(name: string, help: string, labels: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames: labels, registers: [this.registry] });
  }

  /** Says how much there is of something. */
  gauge<L extends string = never>(name: string, help: string, labels: readonly L[] = []): Gauge<L> {
    return new Gauge({ name, help, labelNames: labels, registers: [this.registry] });
  }

  /**
   * Counts how long something takes.
   * @param buckets upper ends, in seconds
   */
  histogram<L extends string>(
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
   * Has gauges set at each scrape. Where that fails they are absent from it: what is old would look like what is.
   * @param read sets them
   */
  readAtScrape(gauges: readonly { reset(): void }[], read: () => Promise<void>): void {
    this.readings.push({ gauges, read });
  }

  /** Adds what holds for any process of Node's: memory, processor time, the event loop's delay. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** All of it, as it is now. Who asks while it is being read gets the same. */
  async text(): Promise<string> {
    this.scrape ??= this.readAll().finally(() => {
      this.scrape = undefined;
    });
    return this.scrape;
  }

  private async readAll(): Promise<string> {
    await Promise.all(this.readings.map((reading) => this.read(reading)));
    return this.registry.metrics();
  }

  private async read({ gauges, read }: Reading): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('It was not read in time.')), READ_TIMEOUT_MS);
    });
    for (const gauge of gauges) gauge.reset();
    try {
      await Promise.race([read(), late]);
    } catch (error) {
      for (const gauge of gauges) gauge.reset();
      this.logger.warn({ err: error }, 'Some metrics could not be read');
    } finally {
      clearTimeout(timer);
    }
  }
}
