import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { pageLoad } from '../../session/page-load.js';
import { member, signIn } from '../../testing/members.js';
import { renderApp } from '../../testing/render.js';
import { BrokenPage } from './broken-page.js';
import { stayWhileOffline } from './stay-offline.js';

const SESSION = ['/api', 'auth', 'me'];

let log: jest.SpiedFunction<typeof console.error>;
beforeEach(() => {
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('a page that broke', () => {
  it('says so, and has two ways on', async () => {
    const again = jest.spyOn(pageLoad, 'again').mockImplementation(() => undefined);
    const { user, queryClient } = renderApp('/purpose');
    await screen.findByRole('heading', { name: /A social platform of dreams and galaxies/u });
    // What can be no name is shown as one, and throws.
    queryClient.setQueryData(SESSION, { username: 'vesper', displayName: { no: 'name' } });
    expect(await screen.findByRole('alert')).toHaveTextContent('This page broke');
    expect(document.title).toBe('This page broke, Oniverse');
    expect(screen.getByRole('link', { name: 'To the first page' })).toHaveAttribute('href', '/');
    await user.click(screen.getByRole('button', { name: 'Load it again' }));
    expect(again).toHaveBeenCalledTimes(1);
    expect(log).toHaveBeenCalled();
  });

  it('leaves the navigation standing, which leads on from it', async () => {
    signIn();
    const { user, queryClient, address } = renderApp('/profile');
    await screen.findByRole('heading', { level: 1, name: 'vesper' });
    queryClient.setQueryData(SESSION, { ...member(), username: { no: 'name' } });
    expect(await screen.findByRole('alert')).toHaveTextContent('This page broke');
    expect(screen.getByRole('button', { name: 'Vesper Lund' })).toBeInTheDocument();
    queryClient.setQueryData(SESSION, member());
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
  ])('says of %s that it did not arrive, and offers to load the page', (message) => {
    render(<BrokenPage error={new TypeError(message)} />);
    expect(screen.getByRole('heading', { name: 'This page did not arrive' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Load it again' })).toBeEnabled();
  });

  it('loads the page once there is a network, where a part was missed for want of one', () => {
    const again = jest.spyOn(pageLoad, 'again').mockImplementation(() => undefined);
    const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    stayWhileOffline();
    const miss = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    // With a network it is the router's to load the page.
    expect(miss()).toBe(true);
    isOnline.mockReturnValue(false);
    expect(miss()).toBe(false);
    render(<BrokenPage error={new TypeError('nothing came')} />);
    expect(screen.getByRole('heading', { name: 'This page did not arrive' })).toBeInTheDocument();
    expect(again).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('online'));
    expect(again).toHaveBeenCalledTimes(1);
  });

  it('says of anything else that it broke, even of what is no error', () => {
    render(<BrokenPage error="nonsense" />);
    expect(screen.getByRole('heading', { name: 'This page broke' })).toBeInTheDocument();
  });
});
