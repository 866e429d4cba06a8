import { afterEach, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { lazyPart } from './lazy-part.js';

afterEach(() => {
  jest.restoreAllMocks();
});

it('waits for a network where a part is missed for want of one', async () => {
  const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const fetchPart = jest.fn(() =>
    Promise.resolve(navigator.onLine ? { default: () => <p>It came</p> } : undefined),
  );
  const LatePart = lazyPart(fetchPart);
  await act(async () => {
    render(
      <Suspense fallback={<p>On its way</p>}>
        <LatePart />
      </Suspense>,
    );
  });
  expect(screen.getByText('On its way')).toBeInTheDocument();
  expect(fetchPart).toHaveBeenCalledTimes(1);
  isOnline.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('It came')).toBeInTheDocument();
  expect(fetchPart).toHaveBeenCalledTimes(2);
});
