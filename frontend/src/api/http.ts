import { isRecord, isShape, isText } from './guards.js';
import { secondsToWait, whenAgain } from './retry-after.js';
import { storedSession } from './stored-session.js';

/** What a call may carry besides its path. */
export interface HttpOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON where given. */
  body?: unknown;
  signal?: AbortSignal;
  cache?: RequestCache;
}

/** An answer with a failed status. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  /** What the server says to a person. */
  readonly serverMessage: string | undefined;
  /** The server's stable word for the failure. */
  readonly code: string | undefined;
  /** Of a validation failure: each field with its message. */
  readonly fields: Readonly<Record<string, string>>;
  /** The parsed body, where it was JSON. */
  readonly answer: unknown;
  /** After how many seconds it is worth trying again, where the server said so. */
  readonly retryAfter: number | undefined;

  /**
   * @param text the body as it came; where it is empty the status text stands in for it
   * @param retryAfter the header of that name
   */
  constructor(status: number, text: string, statusText: string, retryAfter: string | null = null) {
    super(`${status}: ${text || statusText}`);
    this.status = status;
    this.retryAfter = secondsToWait(retryAfter, Date.now());
    this.answer = jsonOf(text);
    const problem = isRecord(this.answer) ? this.answer : {};
    this.serverMessage = isText(problem['message']) ? problem['message'] : undefined;
    this.code = isText(problem['code']) ? problem['code'] : undefined;
    this.fields = isTexts(problem['fields']) ? problem['fields'] : {};
  }
}

const isTexts = (value: unknown): value is Record<string, string> =>
  isShape({})(value) && Object.values(value).every(isText);

function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/**
 * A call with the stored session, where there is one, and its answer as it came: for what `http` leaves out.
 * @throws HttpError on a failed status
 */
export async function fetchAnswer(path: string, options: HttpOptions): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  const session = storedSession();
  if (session) headers.set('Authorization', `Bearer ${session}`);
  const request: RequestInit = { method: options.method ?? 'GET', headers };
  if (options.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    request.body = JSON.stringify(options.body);
  }
  if (options.signal) request.signal = options.signal;
  if (options.cache) request.cache = options.cache;
  const response = await fetch(path, request);
  if (!response.ok) {
    const { status, statusText, headers: answered } = response;
    throw new HttpError(status, await response.text(), statusText, answered.get('Retry-After'));
  }
  return response;
}

/**
 * The one fetch: JSON in, JSON out, with the stored session where there is one.
 * @throws HttpError on a failed status
 */
export async function http(path: string, options: HttpOptions = {}): Promise<unknown> {
  const answer: unknown = await (await fetchAnswer(path, options)).json();
  return answer;
}

/** What the server said of a failure, where it said something; of too many requests, when to try again. */
export function serverMessageOf(error: unknown): string | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const { code, retryAfter, serverMessage } = error;
  if (code !== 'rate_limited' || retryAfter === undefined) return serverMessage;
  return `Too many requests. Try again ${whenAgain(retryAfter)}.`;
}
