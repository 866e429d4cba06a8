import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createQueryClient } from '../api/query-client.js';
import { App } from '../app.js';
import { useConnection } from '../live/connection.store.js';
import { createAppRouter } from '../router.js';

/** Prevents a rendered client from opening a socket. */
const preventConnection = () => useConnection.setState({ status: 'connecting' }, true);

interface Rendered extends RenderResult {
  queryClient: QueryClient;
  user: UserEvent;
}

export interface RenderedApp extends Rendered {
  address: () => string;
  /** The query of the address. */
  query: () => object;
  navigate: (to: string) => void;
  goBack: () => void;
}

/** Renders the whole client at an address. */
export function renderApp(path: string): RenderedApp {
  preventConnection();
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  const view = render(<App queryClient={queryClient} router={router} />);
  return {
    ...view,
    queryClient,
    address: () => router.state.location.pathname,
    query: () => router.state.location.search,
    navigate: (to: string) => act(() => router.history.push(to)),
    goBack: () => act(() => router.history.back()),
    user: userEvent.setup({ delay: null }),
  };
}

export function renderWithQueries(children: ReactNode): Rendered {
  preventConnection();
  const queryClient = createQueryClient();
  const view = render(<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>);
  return { ...view, queryClient, user: userEvent.setup({ delay: null }) };
}

export function renderWithLinks(children: ReactNode): Rendered {
  const routeTree = createRootRoute({ component: () => children });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  return renderWithQueries(<RouterProvider router={router} />);
}
