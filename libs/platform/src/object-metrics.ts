import type { Readable } from 'node:stream';
import type { Histogram } from 'prom-client';
import type { Metrics } from './metrics.js';
import type { ObjectSettings } from './object-settings.js';
import { type ByteRange, ObjectStore } from './objects.js';
import { isOutage } from './problems.js';

/** Upper bounds in seconds: writes last as long as a member takes to send. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];

/** What calls to the store do; `parts` are those of uploads in parts. */
const OPERATIONS = ['get', 'head', 'list', 'parts', 'ping', 'put', 'remove'] as const;
type Operation = (typeof OPERATIONS)[number];
/** `failed` if the store did not answer, or refused. What a member broke off is `ok`. */
const OUTCOMES = ['ok', 'failed'] as const;

/** An object store that reports the outcome and the duration of its calls. */
export class MeasuredObjectStore extends ObjectStore {
  private readonly durations: Histogram<'operation' | 'outcome'>;

  constructor(metrics: Metrics, settings: ObjectSettings, onKeysFailure: (error: unknown) => void) {
    super(settings, onKeysFailure);
    this.durations = metrics.histogram(
      'oniverse_object_store_duration_seconds',
      'Duration of calls to the object store: of a read until its first byte, of a write until all is sent.',
      ['operation', 'outcome'],
      BUCKETS,
    );
    // A rate needs a value from before the first call.
    for (const operation of OPERATIONS)
      for (const outcome of OUTCOMES) this.durations.zero({ operation, outcome });
  }

  override ping(): Promise<void> {
    return this.measure('ping', super.ping());
  }

  override put(...args: Parameters<ObjectStore['put']>): Promise<void> {
    return this.measure('put', super.put(...args));
  }

  override startParts(key: string, contentType: string): Promise<string> {
    return this.measure('parts', super.startParts(key, contentType));
  }

  override putPart(...args: Parameters<ObjectStore['putPart']>): Promise<string | undefined> {
    return this.measure('parts', super.putPart(...args));
  }

  override completeParts(...args: Parameters<ObjectStore['completeParts']>): Promise<boolean> {
    return this.measure('parts', super.completeParts(...args));
  }

  override abortParts(key: string, uploadId: string): Promise<void> {
    return this.measure('parts', super.abortParts(key, uploadId));
  }

  override get(key: string, range?: ByteRange): Promise<Readable | undefined> {
    return this.measure('get', super.get(key, range));
  }

  override has(key: string): Promise<boolean> {
    return this.measure('head', super.has(key));
  }

  override listKeys(prefix: string): Promise<string[]> {
    return this.measure('list', super.listKeys(prefix));
  }

  override remove(keys: readonly string[]): Promise<void> {
    return keys.length === 0 ? Promise.resolve() : this.measure('remove', super.remove(keys));
  }

  private async measure<T>(operation: Operation, call: Promise<T>): Promise<T> {
    const startedAt = performance.now();
    let outcome: (typeof OUTCOMES)[number] = 'ok';
    try {
      return await call;
    } catch (error) {
      // The errors of the chunks that a member sends are others.
      if (isOutage(error)) outcome = 'failed';
      throw error;
    } finally {
      this.durations.observe({ operation, outcome }, (performance.now() - startedAt) / 1_000);
    }
  }
}
