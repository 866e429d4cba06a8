import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { endSpan, type Kind, type Span, startRequestSpan, startSpan } from './tracing.js';

/** The request on whose behalf this process works: a call, a live request, or the one that caused a job. */
export interface RequestContext {
  /** As in its log lines, and in the answer if it fails. */
  readonly id: string;
  /** Its span in this process, if it is traced. */
  readonly span?: Span | undefined;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** A UUID, with or without hyphens, as gateways and proxies make them. Nothing else may enter the log. */
const REQUEST_ID = /^[0-9a-f]{8}(-?)(?:[0-9a-f]{4}\1){3}[0-9a-f]{12}$/;

export const isRequestId = (value: unknown): value is string =>
  typeof value === 'string' && REQUEST_ID.test(value);

export const newRequestId = (): string => randomUUID();

/** Returns the request that the caller works for; undefined outside of requests. */
export const currentRequest = (): RequestContext | undefined => storage.getStore();

/** Runs code on behalf of a request, also what it starts and does not await. */
export const runInRequest = <T>(request: RequestContext, run: () => T): T => storage.run(request, run);

/** Begins what this process does for a request; `endSpan` ends it. @param name of its span */
export const beginRequest = (id: string, name: string, kind: Kind): RequestContext => ({
  id,
  span: startRequestSpan(id, undefined, name, kind),
});

/** Like `beginRequest`, for what another process carried; undefined if that is no request. */
export function resumeRequest(carried: unknown, name: string, kind: Kind): RequestContext | undefined {
  const [id, spanId] = typeof carried === 'string' ? carried.split('/') : [];
  return isRequestId(id) ? { id, span: startRequestSpan(id, spanId, name, kind) } : undefined;
}

/** Returns a request as the outbox and the queues carry it: its id, and after a slash that of its span if it is traced. */
export const carry = ({ id, span }: RequestContext): string =>
  span ? `${id}/${span.spanContext().spanId}` : id;

/** Returns the current request as the outbox and the queues carry it; undefined outside of requests. */
export function carriedRequest(): string | undefined {
  const request = currentRequest();
  return request && carry(request);
}

/** Like `carriedRequest`, if the request is traced. For what carries it only for its trace. */
export function carriedTrace(): string | undefined {
  const request = currentRequest();
  return request?.span && carry(request);
}

/** Does what another process asked for, in the trace that it carried. */
export function continueTrace(carried: unknown, name: string, work: () => void): void {
  const request = resumeRequest(carried, name, 'consumer');
  if (!request) work();
  else {
    runInRequest(request, work);
    endSpan(request.span);
  }
}

/** Starts a span of the current request; undefined if it is not traced. `endSpan` ends it. */
export const startCurrentSpan = (name: string, kind: Kind): Span | undefined =>
  startSpan(currentRequest()?.span, name, kind);

/** Does asynchronous work in a span of the current request. */
export async function traced<T>(name: string, kind: Kind, work: () => Promise<T>): Promise<T> {
  const request = currentRequest();
  const span = startSpan(request?.span, name, kind);
  if (!request || !span) return work();
  let failed = true;
  try {
    const result = await runInRequest({ ...request, span }, work);
    failed = false;
    return result;
  } finally {
    endSpan(span, { failed });
  }
}

/** Records that something happened for the current request, such as a publication. */
export const markCurrent = (name: string, kind: Kind): void => endSpan(startCurrentSpan(name, kind));

/** Gives the statements of a database to the requests that they belong to. */
export const databaseWork = {
  request: carriedRequest,
  begin(nameOf: () => string): ((failed: boolean) => void) | undefined {
    const request = currentRequest();
    if (!request?.span) return undefined;
    const span = startSpan(request.span, nameOf(), 'client');
    span?.setAttribute('db.system.name', 'postgresql');
    return (failed) => endSpan(span, { failed });
  },
};
