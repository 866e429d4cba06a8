import { describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { pageLoad } from '../../../session/page-end.js';
import { SESSION_KEY } from '../../../session/session.js';
import { expectConsoleError } from '../../../testing/console-errors.js';
import { member, signIn } from '../../../testing/members.js';
import { renderApp } from '../../../testing/render.js';
import { server } from '../../../testing/server.js';
import { BrokenPage } from './broken-page.js';
import { keepPageWhileOffline } from './offline-imports.js';

const serveBuild = (name: string) =>
  server.use(
    http.get('/', () => HttpResponse.html(`<script type="module" src="/assets/${name}.js"></script>`)),
  );

function runBuild(name: string): void {
  document.head.innerHTML = `<script type="module" src="/assets/${name}.js"></script>`;
}

/** Returns after the check for a newer build. */
const showFailure = (error: unknown) =>
  act(async () => {
    render(<BrokenPage error={error} />);
  });

describe('BrokenPage', () => {
  it('reports the failure and offers a reload and the start page', async () => {
    expectConsoleError(/Objects are not valid as a React child/u);
    const reload = jest.spyOn(pageLoad, 'reload').mockImplementation(() => undefined);
    const { user, queryClient } = renderApp('/purpose');
    await screen.findByRole('heading', { name: /A social platform of dreams and galaxies/u });
    // Rendering this object as a name throws.
    queryClient.setQueryData(SESSION_KEY, { username: 'vesper', displayName: { no: 'name' } });
    expect(await screen.findByRole('alert')).toHaveTextContent('This page broke');
    expect(document.title).toBe('This page broke, Oniverse');
    expect(screen.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/');
    await user.click(screen.getByRole('button', { name: 'Reload the page' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('keeps the navigation working', async () => {
    expectConsoleError(/Cannot convert a Symbol value to a string/u);
    signIn();
    const { user, queryClient, address } = renderApp('/profile');
    await screen.findByRole('heading', { level: 1, name: /@vesper$/ });
    queryClient.setQueryData(SESSION_KEY, { ...member(), username: Symbol('no text') });
    expect(await screen.findByRole('alert')).toHaveTextContent('This page broke');
    expect(screen.getByRole('button', { name: 'Vesper Lund' })).toBeInTheDocument();
    queryClient.setQueryData(SESSION_KEY, member());
    await user.click(screen.getByRole('link', { name: 'Star Fuel' }));
    expect(await screen.findByRole('heading', { name: 'Star Fuel' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(address()).toBe('/fund');
  });

  it.each([
    'Failed to fetch dynamically imported module: /assets/purpose-1.js',
    'error loading dynamically imported module: /assets/purpose-1.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/purpose-1.css',
  ])('explains a failed import (%s) and offers a reload', async (message) => {
    await showFailure(new TypeError(message));
    expect(screen.getByRole('heading', { name: 'This page did not arrive' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeEnabled();
  });

  it('reloads once online if an import failed while offline', async () => {
    const reload = jest.spyOn(pageLoad, 'reload').mockImplementation(() => undefined);
    const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    keepPageWhileOffline();
    const failImport = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    // While online the router handles the failed import.
    expect(failImport()).toBe(true);
    isOnline.mockReturnValue(false);
    expect(failImport()).toBe(false);
    await showFailure(new TypeError('no response'));
    expect(screen.getByRole('heading', { name: 'This page did not arrive' })).toBeInTheDocument();
    expect(reload).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('online'));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['crashed', new TypeError('x is undefined')],
    ['misses a style sheet', new Error('Unable to preload CSS for /assets/purpose-1.css')],
  ])('reloads once per build and keeps drafts if a tab of an older build %s', async (_failure, error) => {
    const reload = jest.spyOn(pageLoad, 'reload').mockImplementation(() => undefined);
    localStorage.setItem('oni-post-draft:u-vesper', 'begun');
    serveBuild('new');
    runBuild('old');
    render(<BrokenPage error={error} />);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    // The reload returned the old build again, as a backend that is not yet replaced does.
    cleanup();
    render(<BrokenPage error={error} />);
    await waitFor(() => expect(screen.getByRole('alert')).not.toHaveClass('late'));
    expect(reload).toHaveBeenCalledTimes(1);
    cleanup();
    runBuild('older');
    render(<BrokenPage error={error} />);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
    expect(localStorage.getItem('oni-post-draft:u-vesper')).toBe('begun');
  });

  it('does not reload if the server has the same build or cannot be reached', async () => {
    const reload = jest.spyOn(pageLoad, 'reload').mockImplementation(() => undefined);
    const expectVisible = () => waitFor(() => expect(screen.getByRole('alert')).not.toHaveClass('late'));
    serveBuild('same');
    runBuild('same');
    render(<BrokenPage error={new TypeError('x is undefined')} />);
    await expectVisible();
    cleanup();
    server.use(http.get('/', () => HttpResponse.error()));
    render(<BrokenPage error={new TypeError('x is undefined')} />);
    await expectVisible();
    expect(reload).not.toHaveBeenCalled();
  });

  it('reports any other failure, even a thrown non-error', async () => {
    await showFailure('nonsense');
    expect(screen.getByRole('heading', { name: 'This page broke' })).toBeInTheDocument();
  });
});
