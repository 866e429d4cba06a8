export interface Answer {
  status: number;
  body: unknown;
}

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
