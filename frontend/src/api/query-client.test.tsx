import { describe, expect, it } from '@jest/globals';
import { focusManager, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { renderWithQueries } from '../testing/render.js';
import { server } from '../testing/server.js';
import { isText } from './guards.js';
import { createQueryClient, keyQuery, pathOf, typedQuery } from './query-client.js';

const KEY = ['/api', 'things', '7'] as const;

function serveThings(status = 200) {
  const asked: Request[] = [];
  server.use(
    http.get('/api/things/7', ({ request }) => {
      asked.push(request);
      return HttpResponse.json('seven', { status });
    }),
  );
  return asked;
}

function Thing() {
  const { data, isError } = useQuery({ queryKey: KEY });
  return <p>{isError ? 'failed' : String(data)}</p>;
}

const context = () => ({ queryKey: KEY, signal: new AbortController().signal });

describe('the data fetch', () => {
  it('API-064 asks the path made of the key segments joined with slashes', async () => {
    const asked = serveThings();
    expect(pathOf(KEY)).toBe('/api/things/7');
    expect(pathOf([...KEY, '?limit=2'])).toBe('/api/things/7?limit=2');
    expect(await createQueryClient().fetchQuery({ queryKey: KEY })).toBe('seven');
    expect(asked.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
      ['GET', '/api/things/7'],
    ]);
  });

  it('API-065 carries the bearer header', async () => {
    const asked = serveThings();
    localStorage.setItem('sessionId', 'abc');
    await createQueryClient().fetchQuery({ queryKey: KEY });
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer abc');
  });

  it('API-066 does not try again by itself', async () => {
    const asked = serveThings(500);
    renderWithQueries(<Thing />);
    expect(await screen.findByText('failed')).toBeInTheDocument();
    expect(asked).toHaveLength(1);
  });

  it('API-067 does not fetch again when the window gets the focus', async () => {
    const asked = serveThings();
    const { queryClient } = renderWithQueries(<Thing />);
    await screen.findByText('seven');
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    focusManager.setFocused(undefined);
    expect(queryClient.isFetching()).toBe(0);
    expect(asked).toHaveLength(1);
  });

  it('API-069 does not fetch again on a remount: data does not go stale by itself', async () => {
    const asked = serveThings();
    const { queryClient, rerender } = renderWithQueries(<Thing key="first" />);
    await screen.findByText('seven');
    rerender(
      <QueryClientProvider client={queryClient}>
        <Thing key="second" />
      </QueryClientProvider>,
    );
    expect(screen.getByText('seven')).toBeInTheDocument();
    expect(queryClient.isFetching()).toBe(0);
    expect(asked).toHaveLength(1);
  });

  it('API-068 polls nothing unless asked to', () => {
    const { queries } = createQueryClient().getDefaultOptions();
    expect(queries).toMatchObject({ retry: false, staleTime: Infinity, refetchOnWindowFocus: false });
    expect(queries?.refetchInterval).toBeUndefined();
  });

  it('ERR-003 throws a 401 under one setting', async () => {
    serveThings(401);
    await expect(keyQuery({ on401: 'throw' })(context())).rejects.toThrow('401: "seven"');
  });

  it('ERR-004 turns a 401 into null under the other, and throws other failures', async () => {
    serveThings(401);
    expect(await keyQuery({ on401: 'null' })(context())).toBeNull();
    serveThings(500);
    await expect(keyQuery({ on401: 'null' })(context())).rejects.toThrow('500');
  });

  it('refuses an answer of another form than agreed', async () => {
    serveThings();
    expect(await typedQuery(isText)(context())).toBe('seven');
    server.use(http.get('/api/things/7', () => HttpResponse.json({ seven: 7 })));
    await expect(typedQuery(isText)(context())).rejects.toThrow('unexpected form');
  });
});
