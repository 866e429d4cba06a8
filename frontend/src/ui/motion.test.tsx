import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { setMedia } from '../testing/browser.js';
import { LitChart } from './lit-chart.js';
import { LoadingDots, LoadingFigure } from './loading-figure.js';

const REDUCED = '(prefers-reduced-motion: reduce)';
const advance = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  jest.useFakeTimers();
});

const lit = () =>
  screen.getAllByTestId(/^figure-/u).flatMap((figure, index) => (figure.matches('.is-lit') ? [index] : []));

describe('LitChart', () => {
  it('LND-015 lights the next figure every 2000 ms over 4 steps, then starts again', () => {
    render(<LitChart />);
    const seen = [lit()];
    for (let step = 0; step < 5; step++) {
      advance(1_999);
      expect(lit()).toEqual(seen.at(-1));
      advance(1);
      seen.push(lit());
    }
    expect(seen).toEqual([[0], [1], [2], [3], [0], [1]]);
  });

  it('rests until its first step, and not after it', () => {
    const { container } = render(<LitChart />);
    const isResting = () => container.querySelector('.planisphere')?.matches('.is-resting');
    const seen = [isResting()];
    for (let step = 0; step < 4; step++) {
      advance(2_000);
      seen.push(isResting());
    }
    expect(seen).toEqual([true, false, false, false, false]);
  });

  it('does not step when reduced motion is preferred', () => {
    setMedia(REDUCED);
    render(<LitChart />);
    advance(10_000);
    expect(lit()).toEqual([0]);
  });
});

describe('loading indicators', () => {
  it('LND-016 adds a dot every 500 ms, up to three, then starts again', () => {
    const { container } = render(<LoadingDots />);
    const seen = [container.textContent];
    for (let step = 0; step < 5; step++) {
      advance(500);
      seen.push(container.textContent);
    }
    expect(seen).toEqual(['', '.', '..', '...', '', '.']);
  });

  it('exposes the text without the dots', () => {
    render(<LoadingFigure text="Loading messages" />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading messages');
  });
});
