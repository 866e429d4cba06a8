import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { getWaitlistStats } from '@oniverse/contracts';
import { act, screen } from '@testing-library/react';
import { useNodeCount } from '../../../live/node-count.store.js';
import { setMedia } from '../../../testing/browser.js';
import { problem } from '../../../testing/call-handler.js';
import { expectConsoleError } from '../../../testing/console-errors.js';
import { mock } from '../../../testing/mock.js';
import { renderWithQueries } from '../../../testing/render.js';
import { NodeCounter } from './node-counter.js';

const digits = () => screen.getByTestId('count').textContent;
const ripple = () => screen.queryByTestId('counter-ripple');
const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Repeats the last answer. @returns the cache mode of each request */
function serveStats(...answers: (number | 'down' | 'not ok')[]) {
  const caches: RequestCache[] = [];
  mock(getWaitlistStats, (_received, { cache }) => {
    const answer = answers[Math.min(caches.length, answers.length - 1)];
    caches.push(cache);
    if (answer === 'down') return problem('unavailable', 'down');
    return Response.json({ ok: answer !== 'not ok', count: answer === 'not ok' ? 7 : answer });
  });
  return caches;
}

const renderCounter = () => renderWithQueries(<NodeCounter />);
const push = (count: number) => act(() => useNodeCount.setState({ count }));

beforeEach(() => {
  jest.useFakeTimers();
});

describe('NodeCounter', () => {
  it('LND-012 GAP-020 shows a dash before the first response and while the count is zero', async () => {
    serveStats(0);
    renderCounter();
    expect(digits()).toBe('—');
    await advance(2_000);
    expect(digits()).toBe('—');
    expect(screen.getByText('no nodes counted yet')).toBeInTheDocument();
  });

  it('LND-011 shows the fetched count', async () => {
    serveStats(1_284);
    renderCounter();
    await advance(3_000);
    expect(digits()).toBe('1,284');
    expect(screen.getByText('1,284 nodes formed')).toBeInTheDocument();
  });

  it('LND-013 animates to a new value in 20 steps, then ripples once', async () => {
    serveStats(200);
    renderCounter();
    const seen: (string | null)[] = [];
    for (let tick = 0; tick < 300; tick++) {
      await advance(10);
      if (digits() !== '—' && seen.at(-1) !== digits()) seen.push(digits());
      expect(ripple() !== null).toBe(digits() === '200');
      if (ripple()) break;
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, step) => String((step + 1) * 10)));
    await advance(2_800);
    expect(ripple()).toBeNull();
    expect(digits()).toBe('200');
  });

  it('jumps to the value with reduced motion, and hides the rings after 2 s', async () => {
    setMedia('(prefers-reduced-motion: reduce)');
    push(200);
    serveStats(200);
    renderCounter();
    await advance(0);
    expect(digits()).toBe('200');
    expect(ripple()).toBeInTheDocument();
    await advance(2_000);
    expect(ripple()).toBeNull();
  });

  it('WTL-018 fetches the stats on load, then every 60 seconds', async () => {
    const requests = serveStats(1, 2, 3);
    renderCounter();
    await advance(59_000);
    expect(requests).toHaveLength(1);
    await advance(1_500);
    expect(requests).toHaveLength(2);
    await advance(60_000);
    expect(requests).toHaveLength(3);
    await advance(2_000);
    expect(digits()).toBe('3');
  });

  it('WTL-019 bypasses every cache', async () => {
    const caches = serveStats(1);
    renderCounter();
    await advance(100);
    expect(caches).toEqual(['no-store']);
  });

  it.each(['down', 'not ok'] as const)(
    'WTL-020 ERR-009 GAP-051 logs an error and keeps its value when the stats are %s',
    async (failure) => {
      expectConsoleError(/The node count could not be fetched/u);
      const requests = serveStats(12, failure);
      renderCounter();
      await advance(3_000);
      expect(digits()).toBe('12');
      await advance(60_000);
      expect(requests).toHaveLength(2);
      expect(digits()).toBe('12');
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );

  it('prefers the pushed count to the fetched one', async () => {
    serveStats(12);
    renderCounter();
    await advance(3_000);
    push(13);
    await advance(3_000);
    expect(digits()).toBe('13');
  });
});
