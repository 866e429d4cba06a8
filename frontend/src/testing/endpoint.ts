import { http, HttpResponse } from 'msw';
import { server } from './server.js';

/** Mocks the response to every request to a path. @returns the received bodies */
export function mockEndpoint(
  method: 'patch' | 'post' | 'put' | 'delete',
  path: string,
  answer: object,
  status = 200,
): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http[method](path, async ({ request }) => {
      const text = await request.text();
      bodies.push(text === '' ? null : JSON.parse(text));
      return HttpResponse.json(answer, { status });
    }),
  );
  return bodies;
}
