import { beforeEach, describe, expect, it } from '@jest/globals';
import { getCurrentUser } from '@oniverse/contracts';
import { screen } from '@testing-library/react';
import { installCanvas } from '../../../testing/canvas.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

const heading = (name: string | RegExp) => screen.findByRole('heading', { name });
const ownPage = () => screen.findByRole('heading', { level: 1, name: /@vesper$/ });
const landing = () => screen.findByText('the network made to ripple');

const MEMBER_PLACES = [
  ['ROU-006', '/settings', 'Oni Settings'],
  ['ROU-007', '/constellation', 'The Constellation'],
  ['ROU-009', '/archive', 'Archive'],
  ['ROU-010', '/album', 'Album'],
] as const;
const GUARDED = [
  '/homepage',
  '/profile',
  '/settings',
  '/constellation',
  '/dimensions',
  '/dimensions/public',
  '/dimensions/private',
  '/archive',
  '/album',
];

describe('routes', () => {
  beforeEach(installCanvas);

  it('ROU-001 LND-017 GAP-022 /purpose shows the manifesto to everyone', async () => {
    renderApp('/purpose');
    expect(await heading(/A social platform of dreams and galaxies/u)).toBeInTheDocument();
    expect(screen.getByText(/made for real connection/u)).toBeInTheDocument();
    expect(document.title).toBe('Our Purpose, Oniverse');
  });

  it('ROU-002 GAP-002 GAP-005 /instructions explains the network to everyone', async () => {
    renderApp('/instructions');
    expect(await heading('Instructions')).toBeInTheDocument();
    expect(screen.getByText(/3 to 20 characters of a-z, 0-9 and _/u)).toBeInTheDocument();
  });

  it('ROU-003 GAP-003 /fund explains Star Fuel without a price and links to the waitlist', async () => {
    renderApp('/fund');
    expect(await heading('Star Fuel')).toBeInTheDocument();
    expect(screen.getByText(/No payment is taken, no price is set/u)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Claim your spot' })).toHaveAttribute('href', '/');
  });

  it('ROU-005 /profile is for members', async () => {
    signIn();
    renderApp('/profile');
    expect(await ownPage()).toBeInTheDocument();
  });

  it.each(MEMBER_PLACES)('%s %s is shown to a member', async (_row, path, title) => {
    signIn();
    const { address } = renderApp(path);
    expect(await heading(title)).toBeInTheDocument();
    expect(screen.queryByText(/still being drawn/u)).not.toBeInTheDocument();
    expect(address()).toBe(path);
  });

  it('ROU-012 a member’s page replaces the landing page without an intermediate screen', async () => {
    signIn();
    const { container } = renderApp('/archive');
    await landing();
    const seen: (string | null | undefined)[] = [];
    const watch = new MutationObserver(() => seen.push(container.querySelector('h1')?.textContent));
    watch.observe(container, { childList: true, subtree: true });
    await heading('Archive');
    watch.disconnect();
    expect(new Set(seen)).toEqual(new Set(['ONIVERSE', 'Archive']));
  });

  it('ROU-004 /homepage is for members', async () => {
    signIn();
    renderApp('/homepage');
    expect(await heading(/Vesper Lund/u)).toBeInTheDocument();
  });

  it.each([
    ['/dimensions', 'Dimensions'],
    ['/dimensions/public', 'Public dimensions'],
    ['/dimensions/private', 'Private dimensions'],
  ])('ROU-008 %s is for members', async (path, title) => {
    signIn();
    const { address } = renderApp(path);
    expect(await heading(title)).toBeInTheDocument();
    expect(address()).toBe(path);
  });

  it.each(GUARDED)(
    'ROU-011 GAP-007 shows the landing page to a visitor at %s and keeps the address',
    async (path) => {
      const { address } = renderApp(path);
      expect(await landing()).toBeInTheDocument();
      expect(await screen.findByRole('tab', { name: 'access' })).toBeInTheDocument();
      expect(address()).toBe(path);
    },
  );

  it.each([...GUARDED, '/nowhere'])(
    'ROU-012 GAP-008 shows the landing page at %s while the session is unknown',
    async (path) => {
      mock(getCurrentUser, () => new Promise<never>(() => {}));
      const { address } = renderApp(path);
      expect(await landing()).toBeInTheDocument();
      expect(address()).toBe(path);
    },
  );

  it.each(['/manifesto', '/nowhere', '/dimensions/elsewhere', '/profile/deeper'])(
    'ROU-013 ROU-014 shows the landing page to a visitor at %s',
    async (path) => {
      const { address } = renderApp(path);
      expect(await landing()).toBeInTheDocument();
      expect(screen.queryByText('Page Not Found')).not.toBeInTheDocument();
      expect(address()).toBe(path);
    },
  );

  it.each(['/manifesto', '/nowhere', '/profile/deeper'])(
    'ROU-015 GAP-006 shows Page Not Found to a member at %s',
    async (path) => {
      signIn();
      const { address } = renderApp(path);
      expect(await heading('Page Not Found')).toBeInTheDocument();
      expect(screen.queryByText('the network made to ripple')).not.toBeInTheDocument();
      expect(address()).toBe(path);
    },
  );

  it('ROU-016 navigates between pages without a page load', async () => {
    signIn();
    const { user, address } = renderApp('/profile');
    await ownPage();
    await user.click(screen.getByRole('link', { name: 'Star Fuel' }));
    expect(await heading('Star Fuel')).toBeInTheDocument();
    expect(address()).toBe('/fund');
  });
});
