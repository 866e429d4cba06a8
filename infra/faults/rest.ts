/** What a backend answered over REST. */
export interface Answer {
  status: number;
  body: unknown;
}

/** Asks a backend; undefined where it does not answer in time, in milliseconds. */
export async function ask(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  sessionId: string,
  ms: number,
  body?: object,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${sessionId}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ms),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}

/** A property of what may be anything. */
export const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
