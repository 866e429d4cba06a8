/** A call that takes longer counts as unanswered. */
export const ANSWER_MS = 10_000;

export interface CallAnswer {
  status: number;
  body: unknown;
}

/** Calls a site. @param body JSON, or a text as it is @returns undefined without an answer */
export async function request(
  method: string,
  url: string,
  sessionId: string,
  body?: object | string,
): Promise<CallAnswer | undefined> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${sessionId}`,
        ...(body !== undefined && {
          'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
        }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, body: isJson ? await response.json() : await response.text() };
  } catch {
    return undefined;
  }
}

export const isOk = ({ status }: CallAnswer): boolean => status >= 200 && status < 300;
