import { describe, expect, it } from '@jest/globals';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderWithQueries } from '../../../testing/render.js';
import { HubPage } from './hub-page.js';
import { ServersPage } from './servers-page.js';

function show(page: ReactNode) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  renderWithQueries(<RouterContextProvider router={router}>{page}</RouterContextProvider>);
}

describe('the dimensions, signed out', () => {
  it.each([
    ['hub', <HubPage key="hub" />],
    ['public', <ServersPage key="public" kind="public" selection={{}} />],
    ['private', <ServersPage key="private" kind="private" selection={{}} />],
  ])('DIM-015 ask for access on the %s page and link to /auth', async (_name, page) => {
    show(page);
    expect(await screen.findByRole('heading', { name: 'Access Required' })).toBeInTheDocument();
    const links = screen.getAllByRole('link', { name: 'MY ONI' });
    expect(links.at(-1)).toHaveAttribute('href', '/auth');
  });
});
