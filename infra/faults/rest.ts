import { sleep } from '@oniverse/embedded';

/** How long a call waits before it is repeated. */
const REPEAT_MS = 40;

export interface Answer {
  status: number;
  body: unknown;
}

export type CallOutcome = 'done' | 'refused' | 'unanswered';
/** Receives the kind of a call, such as `message:send` or `PATCH messages`, and how it ended. */
export type ObserveCall = (call: string, outcome: CallOutcome) => void;

/** Sends a request. Resolves with undefined if there is no answer within `timeoutMs`. */
export async function requestJson(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  sessionId: string | undefined,
  timeoutMs: number,
  body?: object,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(sessionId !== undefined && { authorization: `Bearer ${sessionId}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}

/** Returns a property of a value that may not be an object. */
export const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Calls that go to one backend after another until they succeed. */
export class RepeatedCalls {
  /** Unexpected responses. */
  readonly violations: string[] = [];
  private count = 0;
  private isAborted = false;

  constructor(
    private readonly urls: readonly string[],
    private readonly options: { readonly answerMs: number; readonly observe: ObserveCall },
  ) {}

  /** Ends all calls in progress without a success. */
  abort(): void {
    this.isAborted = true;
  }

  /**
   * Repeats a call until it succeeds.
   * @param accepted other statuses than 200 that end it
   * @returns the response; undefined if it was aborted, or after an unexpected one
   */
  async repeat(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    sessionId: string,
    body?: object,
    accepted: readonly number[] = [],
  ): Promise<Answer | undefined> {
    for (let tries = 0; !this.isAborted; tries += 1) {
      if (tries > 0) await sleep(REPEAT_MS);
      this.count += 1;
      const url = `${this.urls[this.count % this.urls.length]}/api/${path}`;
      const answer = await requestJson(method, url, sessionId, this.options.answerMs, body);
      const isDone = answer !== undefined && [200, ...accepted].includes(answer.status);
      this.options.observe(`${method} ${nameOf(path)}`, isDone ? 'done' : answer ? 'refused' : 'unanswered');
      if (isDone) return answer;
      // An earlier attempt without an answer may have deleted the message, or the account with its session.
      if (answer && [401, 404].includes(answer.status) && method === 'DELETE' && tries > 0) return answer;
      if (answer && answer.status !== 503) {
        this.violations.push(`${method} ${path}: ${answer.status} ${String(property(answer.body, 'code'))}`);
        return undefined;
      }
    }
    return undefined;
  }
}

/** Returns a path without what it addresses, such as `channels/read`. */
const nameOf = (path: string): string =>
  path
    .split('/')
    .filter((part) => /^[a-z]+$/.test(part))
    .join('/');
