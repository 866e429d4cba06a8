import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { createQueryClient } from '../../api/query-client.js';
import { setMedia } from '../../testing/browser.js';
import { server } from '../../testing/server.js';

let live: number | null = null;
jest.unstable_mockModule('../../live/node-count.js', () => ({ useLiveNodeCount: () => live }));
const { NodeCounter } = await import('./node-counter.js');

const digits = () => screen.getByTestId('count').textContent;
const ripple = () => screen.queryByTestId('counter-ripple');
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const log = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

/** The stats answer each of these in turn, the last one from then on. */
function serveStats(...answers: (number | 'down' | 'not ok')[]) {
  const caches: RequestCache[] = [];
  server.use(
    http.get('/api/waitlist/stats', ({ request }) => {
      const answer = answers[Math.min(caches.length, answers.length - 1)];
      caches.push(request.cache);
      if (answer === 'down') return HttpResponse.json({ message: 'down' }, { status: 503 });
      return HttpResponse.json({ ok: answer !== 'not ok', count: answer === 'not ok' ? 7 : answer });
    }),
  );
  return caches;
}

function show() {
  const queryClient = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  return render(<NodeCounter />, { wrapper });
}

beforeEach(() => {
  live = null;
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the node counter', () => {
  it('LND-012 GAP-020 shows a dash before the first answer and while the count is zero', async () => {
    serveStats(0);
    show();
    expect(digits()).toBe('—');
    await pass(2_000);
    expect(digits()).toBe('—');
    expect(screen.getByText('no nodes counted yet')).toBeInTheDocument();
  });

  it('LND-011 shows the count of the stats', async () => {
    serveStats(1_284);
    show();
    await pass(3_000);
    expect(digits()).toBe('1,284');
    expect(screen.getByText('1,284 nodes formed')).toBeInTheDocument();
  });

  it('LND-013 walks to a new value in 20 steps, then ripples once', async () => {
    serveStats(200);
    show();
    const seen: (string | null)[] = [];
    for (let tick = 0; tick < 300; tick++) {
      await pass(10);
      if (digits() !== '—' && seen.at(-1) !== digits()) seen.push(digits());
      expect(ripple() !== null).toBe(digits() === '200');
      if (ripple()) break;
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, step) => String((step + 1) * 10)));
    await pass(2_800);
    expect(ripple()).toBeNull();
    expect(digits()).toBe('200');
  });

  it('jumps to the value where less motion is asked for, and the rings go after 2 s', async () => {
    setMedia('(prefers-reduced-motion: reduce)');
    live = 200;
    serveStats(200);
    show();
    await pass(0);
    expect(digits()).toBe('200');
    expect(ripple()).toBeInTheDocument();
    await pass(2_000);
    expect(ripple()).toBeNull();
  });

  it('WTL-018 fetches the stats on load, then every 60 seconds', async () => {
    const asked = serveStats(1, 2, 3);
    show();
    await pass(59_000);
    expect(asked).toHaveLength(1);
    await pass(1_500);
    expect(asked).toHaveLength(2);
    await pass(60_000);
    expect(asked).toHaveLength(3);
    await pass(2_000);
    expect(digits()).toBe('3');
  });

  it('WTL-019 goes past every cache', async () => {
    const caches = serveStats(1);
    show();
    await pass(100);
    expect(caches).toEqual(['no-store']);
  });

  it.each(['down', 'not ok'] as const)(
    'WTL-020 ERR-009 GAP-051 when the stats are %s it logs that, and keeps its value',
    async (failure) => {
      const logged = log();
      const asked = serveStats(12, failure);
      show();
      await pass(3_000);
      expect(digits()).toBe('12');
      await pass(60_000);
      expect(asked).toHaveLength(2);
      expect(logged).toHaveBeenCalledTimes(1);
      expect(digits()).toBe('12');
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );

  it('shows what the socket pushes rather than what was fetched', async () => {
    serveStats(12);
    const view = show();
    await pass(3_000);
    live = 13;
    view.rerender(<NodeCounter />);
    await pass(3_000);
    expect(digits()).toBe('13');
  });
});
