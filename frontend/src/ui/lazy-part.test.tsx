import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { lazyPart } from './lazy-part.js';

const Loaded = () => <p>Loaded</p>;

let isOnline: jest.SpiedGetter<boolean>;

beforeEach(() => {
  isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
});

const show = (Component: ComponentType) =>
  act(async () => {
    render(
      <Suspense fallback={<p>Loading</p>}>
        <Component />
      </Suspense>,
    );
  });

const comeOnline = () => {
  isOnline.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
};

it('lazyPart imports only when the browser is online', async () => {
  const importPart = jest.fn(async () => ({ default: Loaded }));
  await show(lazyPart(importPart));
  expect(screen.getByText('Loading')).toBeInTheDocument();
  expect(importPart).not.toHaveBeenCalled();
  comeOnline();
  expect(await screen.findByText('Loaded')).toBeInTheDocument();
  expect(importPart).toHaveBeenCalledTimes(1);
});

it('lazyPart imports again after the network was lost during an import', async () => {
  isOnline.mockReturnValue(true);
  const importPart = jest.fn(async () => {
    const wasLost = importPart.mock.calls.length === 1;
    if (wasLost) isOnline.mockReturnValue(false);
    return wasLost ? undefined : { default: Loaded };
  });
  await show(lazyPart(importPart));
  expect(screen.getByText('Loading')).toBeInTheDocument();
  comeOnline();
  expect(await screen.findByText('Loaded')).toBeInTheDocument();
  expect(importPart).toHaveBeenCalledTimes(2);
});

it('a part that was prefetched is shown offline', async () => {
  isOnline.mockReturnValue(true);
  const Part = lazyPart(async () => ({ default: Loaded }));
  await Part.prefetch();
  isOnline.mockReturnValue(false);
  await show(Part);
  expect(await screen.findByText('Loaded')).toBeInTheDocument();
});
