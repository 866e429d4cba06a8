import { describe, expect, it } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { renderWithQueries } from '../testing/render.js';
import { server } from '../testing/server.js';
import { askAnew } from './ask-anew.js';

const KEY = ['/api', 'things', '7'] as const;

function Thing() {
  return <p>{String(useQuery({ queryKey: KEY }).data)}</p>;
}

/** Numbers its answers, and keeps each back until it is let go. */
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

describe('what is asked for anew', () => {
  it('LIV-007 is asked for once more where the first answer is under way, which is shown meanwhile', async () => {
    const turns = serveInTurns();
    const { queryClient } = renderWithQueries(<Thing />);
    await waitFor(() => expect(turns).toHaveLength(1));
    void askAnew(queryClient, { queryKey: KEY });
    turns[0]?.();
    expect(await screen.findByText('answer 1')).toBeInTheDocument();
    await waitFor(() => expect(turns).toHaveLength(2));
    turns[1]?.();
    expect(await screen.findByText('answer 2')).toBeInTheDocument();
  });

  it('API-066 is not asked for again where the first answer is that it failed', async () => {
    const turns = serveInTurns(503);
    const { queryClient } = renderWithQueries(<Thing />);
    await waitFor(() => expect(turns).toHaveLength(1));
    const asked = askAnew(queryClient, { queryKey: KEY });
    turns[0]?.();
    await asked;
    expect(turns).toHaveLength(1);
    expect(queryClient.isFetching()).toBe(0);
  });

  it('LIV-007 is asked for once where nothing is under way, and a later answer that is under way is given up', async () => {
    const turns = serveInTurns();
    const { queryClient } = renderWithQueries(<Thing />);
    await waitFor(() => expect(turns).toHaveLength(1));
    turns[0]?.();
    await screen.findByText('answer 1');
    void askAnew(queryClient, { queryKey: KEY });
    await waitFor(() => expect(turns).toHaveLength(2));
    const asked = askAnew(queryClient, { queryKey: KEY });
    await waitFor(() => expect(turns).toHaveLength(3));
    turns[2]?.();
    await asked;
    expect(await screen.findByText('answer 3')).toBeInTheDocument();
    turns[1]?.();
    expect(queryClient.isFetching()).toBe(0);
    expect(turns).toHaveLength(3);
  });
});
