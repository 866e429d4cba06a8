import { expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { lazyPart } from './lazy-part.js';

it('lazyPart retries when the browser comes online', async () => {
  const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const fetchPart = jest.fn(() =>
    Promise.resolve(navigator.onLine ? { default: () => <p>Loaded</p> } : undefined),
  );
  const LazyComponent = lazyPart(fetchPart);
  await act(async () => {
    render(
      <Suspense fallback={<p>Loading</p>}>
        <LazyComponent />
      </Suspense>,
    );
  });
  expect(screen.getByText('Loading')).toBeInTheDocument();
  expect(fetchPart).toHaveBeenCalledTimes(1);
  isOnline.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('Loaded')).toBeInTheDocument();
  expect(fetchPart).toHaveBeenCalledTimes(2);
});
