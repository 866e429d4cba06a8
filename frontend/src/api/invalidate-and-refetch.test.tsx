import { describe, expect, it } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { renderWithQueries } from '../testing/render.js';
import { server } from '../testing/server.js';
import { invalidateAndRefetch } from './invalidate-and-refetch.js';

const KEY = ['/api', 'things', '7'] as const;

function Thing() {
  return <p>{String(useQuery({ queryKey: KEY }).data)}</p>;
}

/** Numbers its answers and delays each until its turn is called. */
function serveInTurns(status = 200) {
  const turns: (() => void)[] = [];
  server.use(
    http.get('/api/things/7', async () => {
      const turn = turns.length + 1;
      await new Promise<void>((resolve) => {
        turns.push(resolve);
      });
      return HttpResponse.json(`answer ${turn}`, { status });
    }),
  );
  return turns;
}

describe('invalidateAndRefetch', () => {
  it('LIV-007 shows the first answer in flight, then fetches once more', async () => {
    const turns = serveInTurns();
    const { queryClient } = renderWithQueries(<Thing />);
    await waitFor(() => expect(turns).toHaveLength(1));
    void invalidateAndRefetch(queryClient, { queryKey: KEY });
    turns[0]?.();
    expect(await screen.findByText('answer 1')).toBeInTheDocument();
    await waitFor(() => expect(turns).toHaveLength(2));
    turns[1]?.();
    expect(await screen.findByText('answer 2')).toBeInTheDocument();
  });

  it('API-066 does not fetch again when the first fetch fails', async () => {
    const turns = serveInTurns(503);
    const { queryClient } = renderWithQueries(<Thing />);
    await waitFor(() => expect(turns).toHaveLength(1));
    const refetched = invalidateAndRefetch(queryClient, { queryKey: KEY });
    turns[0]?.();
    await refetched;
    expect(turns).toHaveLength(1);
    expect(queryClient.isFetching()).toBe(0);
  });

  it('LIV-007 fetches once when idle, and cancels an earlier refetch', async () => {
    const turns = serveInTurns();
    const { queryClient } = renderWithQueries(<Thing />);
    await waitFor(() => expect(turns).toHaveLength(1));
    turns[0]?.();
    await screen.findByText('answer 1');
    void invalidateAndRefetch(queryClient, { queryKey: KEY });
    await waitFor(() => expect(turns).toHaveLength(2));
    const refetched = invalidateAndRefetch(queryClient, { queryKey: KEY });
    await waitFor(() => expect(turns).toHaveLength(3));
    turns[2]?.();
    await refetched;
    expect(await screen.findByText('answer 3')).toBeInTheDocument();
    turns[1]?.();
    expect(queryClient.isFetching()).toBe(0);
    expect(turns).toHaveLength(3);
  });
});
