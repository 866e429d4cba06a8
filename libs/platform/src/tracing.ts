import type { Span, SpanContext, SpanKind } from '@opentelemetry/api';

/** Where traces go, and how many. */
export interface TracesConfig {
  /** The address of the collector, without `/v1/traces`. */
  endpoint: string;
  /** The share of requests that are traced, from 0 to 1. */
  ratio: number;
}

export type { Span } from '@opentelemetry/api';

/** Whether a span is of a request to this process, of a call of another one, or of what others do later. */
export type Kind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** The values of OpenTelemetry's `SpanKind`, whose module is loaded with the others. */
const KINDS = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 } satisfies Record<
  Kind,
  SpanKind
>;
/** OpenTelemetry's `SpanStatusCode.ERROR`. */
const ERROR = 2;
/** OpenTelemetry's `TraceFlags.SAMPLED`. */
const SAMPLED = 1;

interface Tracing {
  /** Whether the requests that begin a trace here have one. All processes decide alike, by the id of the trace. */
  isSampled(traceId: string): boolean;
  /** Starts the first span of a process in a trace: as the child of another process's span, or with a trace's id. */
  startRoot(name: string, kind: SpanKind, parent: SpanContext | { traceId: string }): Span;
  startChild(name: string, kind: SpanKind, parent: Span): Span;
  stop(): Promise<void>;
}

let tracing: Tracing | undefined;

const traceIdOf = (requestId: string): string => requestId.replaceAll('-', '');

/**
 * Sends traces of this process to a collector from now on. Loads OpenTelemetry, which a process without traces does not.
 * @param part the name of this process, such as `backend`
 */
export async function startTracing(
  { endpoint, ratio }: TracesConfig,
  { part, version }: { part: string; version: string },
): Promise<void> {
  const [{ ROOT_CONTEXT, trace }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all(
    [
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ],
  );
  let traceId = '';
  const random = new sdk.RandomIdGenerator();
  const sampler = new sdk.TraceIdRatioBasedSampler(ratio);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `oniverse-${part}`, 'service.version': version }),
    // The decision is made before, without a span: most requests have none.
    sampler: new sdk.AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => traceId, generateSpanId: () => random.generateSpanId() },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('oniverse');
  tracing = {
    isSampled: (id) =>
      sampler.shouldSample(ROOT_CONTEXT, id).decision === sdk.SamplingDecision.RECORD_AND_SAMPLED,
    startRoot: (name, kind, parent) => {
      ({ traceId } = parent);
      const context = 'spanId' in parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
      return tracer.startSpan(name, { kind }, context);
    },
    startChild: (name, kind, parent) => tracer.startSpan(name, { kind }, trace.setSpan(ROOT_CONTEXT, parent)),
    stop: () => provider.shutdown(),
  };
}

/** Sends the remaining traces, and stops tracing. */
export async function stopTracing(): Promise<void> {
  const stopped = tracing;
  tracing = undefined;
  await stopped?.stop();
}

export const isTracing = (): boolean => tracing !== undefined;

/** Starts the first span of a request in this process; undefined if the request is not traced. */
export function startRequestSpan(
  requestId: string,
  parentSpanId: string | undefined,
  name: string,
  kind: Kind,
): Span | undefined {
  if (!tracing) return undefined;
  const traceId = traceIdOf(requestId);
  if (parentSpanId !== undefined) {
    const parent = { traceId, spanId: parentSpanId, traceFlags: SAMPLED, isRemote: true };
    return tracing.startRoot(name, KINDS[kind], parent);
  }
  return tracing.isSampled(traceId) ? tracing.startRoot(name, KINDS[kind], { traceId }) : undefined;
}

/** Starts a span below another one; undefined if there is none, or this process stopped its traces. */
export const startSpan = (parent: Span | undefined, name: string, kind: Kind): Span | undefined =>
  parent && tracing?.startChild(name, KINDS[kind], parent);

/** Ends a span. What failed has no message, which could contain values. */
export function endSpan(span: Span | undefined, { failed = false }: { failed?: boolean } = {}): void {
  if (failed) span?.setStatus({ code: ERROR });
  span?.end();
}
