import { describe, expect, it } from '@jest/globals';
import { focusManager, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { renderWithQueries } from '../testing/render.js';
import { server } from '../testing/server.js';
import { createQueryClient, keyQuery, pathOf } from './query-client.js';

const KEY = ['/api', 'things', '7'] as const;

function serveThings(status = 200) {
  const requests: Request[] = [];
  server.use(
    http.get('/api/things/7', ({ request }) => {
      requests.push(request);
      return HttpResponse.json('seven', { status });
    }),
  );
  return requests;
}

function Thing() {
  const { data, isError } = useQuery({ queryKey: KEY });
  return <p>{isError ? 'failed' : String(data)}</p>;
}

const context = () => ({ queryKey: KEY, signal: new AbortController().signal });

describe('the query client', () => {
  it('API-064 requests the path made of the key segments joined with slashes', async () => {
    const requests = serveThings();
    expect(pathOf(KEY)).toBe('/api/things/7');
    expect(await createQueryClient().fetchQuery({ queryKey: KEY })).toBe('seven');
    expect(requests.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
      ['GET', '/api/things/7'],
    ]);
  });

  it('API-065 sends the bearer header', async () => {
    const requests = serveThings();
    localStorage.setItem('sessionId', 'abc');
    await createQueryClient().fetchQuery({ queryKey: KEY });
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer abc');
  });

  it('API-066 does not retry automatically', async () => {
    const requests = serveThings(500);
    renderWithQueries(<Thing />);
    expect(await screen.findByText('failed')).toBeInTheDocument();
    expect(requests).toHaveLength(1);
  });

  it('API-067 does not refetch when the window gains focus', async () => {
    const requests = serveThings();
    const { queryClient } = renderWithQueries(<Thing />);
    await screen.findByText('seven');
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    focusManager.setFocused(undefined);
    expect(queryClient.isFetching()).toBe(0);
    expect(requests).toHaveLength(1);
  });

  it('API-069 does not refetch on a remount, because data does not become stale', async () => {
    const requests = serveThings();
    const { queryClient, rerender } = renderWithQueries(<Thing key="first" />);
    await screen.findByText('seven');
    rerender(
      <QueryClientProvider client={queryClient}>
        <Thing key="second" />
      </QueryClientProvider>,
    );
    expect(screen.getByText('seven')).toBeInTheDocument();
    expect(queryClient.isFetching()).toBe(0);
    expect(requests).toHaveLength(1);
  });

  it('API-068 does not poll by default', () => {
    const { queries } = createQueryClient().getDefaultOptions();
    expect(queries).toMatchObject({ retry: false, staleTime: Infinity, refetchOnWindowFocus: false });
    expect(queries?.refetchInterval).toBeUndefined();
  });

  it('ERR-003 throws a 401 with on401: throw', async () => {
    serveThings(401);
    await expect(keyQuery({ on401: 'throw' })(context())).rejects.toThrow('401: "seven"');
  });

  it('ERR-004 returns null for a 401 with on401: null, and throws other failures', async () => {
    serveThings(401);
    expect(await keyQuery({ on401: 'null' })(context())).toBeNull();
    serveThings(500);
    await expect(keyQuery({ on401: 'null' })(context())).rejects.toThrow('500');
  });
});
