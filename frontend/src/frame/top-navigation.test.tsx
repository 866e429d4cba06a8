import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { logOut } from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { pageLoad } from '../session/page-end.js';
import { signIn } from '../testing/members.js';
import { mock } from '../testing/mock.js';
import { renderApp } from '../testing/render.js';
import { menuName } from './use-navigation.js';

const LINKS = [
  ['Instructions', '/instructions'],
  ['Our Purpose', '/purpose'],
  ['Constellation', '/constellation'],
  ['Dimensions', '/dimensions'],
  ['Star Fuel', '/fund'],
] as const;

const bar = async () => within(await screen.findByRole('navigation', { name: 'Main' }));
const userButton = (name = 'Vesper Lund') => screen.findByRole('button', { name });
const openSheet = async (user: UserEvent) => {
  await user.click(await screen.findByRole('button', { name: 'Open menu' }));
  return within(await sheet());
};
const sheet = () =>
  waitFor(() => {
    const found = document.getElementById('nav-sheet');
    if (!found) throw new Error('no sheet');
    return found;
  });
const expectNoSheet = () => expect(document.getElementById('nav-sheet')).toBeNull();

function serveLogout() {
  const ended: (string | null)[] = [];
  mock(logOut, (_received, { headers }) => {
    ended.push(headers.get('authorization'));
    return { ok: true };
  });
  return ended;
}

let loaded: jest.SpiedFunction<typeof pageLoad.assign>;
beforeEach(() => {
  loaded = jest.spyOn(pageLoad, 'assign').mockImplementation(() => undefined);
});

describe('the top navigation', () => {
  it('NAV-002 NAV-003 NAV-004 NAV-005 NAV-006 has the five links in order', async () => {
    renderApp('/purpose');
    const links = (await bar()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(LINKS);
  });

  it('links the logo and the first link to home for members, and the logo to the landing page for visitors', async () => {
    const visitor = renderApp('/purpose');
    const logo = () => screen.findByRole('link', { name: 'Oniverse, home' });
    expect(await logo()).toHaveAttribute('href', '/');
    visitor.unmount();
    signIn();
    renderApp('/purpose');
    await userButton();
    expect(await logo()).toHaveAttribute('href', '/homepage');
    const links = (await bar()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/homepage'],
      ...LINKS,
    ]);
  });

  it('NAV-007 highlights the link of the current page', async () => {
    renderApp('/purpose');
    const links = (await bar()).getAllByRole('link');
    expect(
      links.filter((link) => link.getAttribute('aria-current') === 'page').map((link) => link.textContent),
    ).toEqual(['Our Purpose']);
  });

  it('NAV-008 has a link MY ONI to /auth and no user menu when signed out', async () => {
    const { user, address } = renderApp('/purpose');
    const myOni = await screen.findByRole('link', { name: 'MY ONI' });
    expect(screen.queryByRole('button', { name: 'User' })).not.toBeInTheDocument();
    await user.click(myOni);
    await waitFor(() => expect(address()).toBe('/auth'));
  });

  it('NAV-009 NAV-015 NAV-016 shows the display name with a star instead of MY ONI when signed in', async () => {
    signIn();
    renderApp('/purpose');
    const button = await userButton();
    expect(button.querySelector('.star-filled')).toBeInTheDocument();
    expect(screen.queryByText('MY ONI')).not.toBeInTheDocument();
  });

  it('NAV-010 falls back to the username', async () => {
    signIn({ displayName: null });
    renderApp('/purpose');
    expect(await userButton('vesper')).toBeInTheDocument();
  });

  it('NAV-010 NAV-011 falls back from an empty display name to the username, and without both to User', () => {
    expect(menuName({ displayName: '', username: 'vesper' })).toBe('vesper');
    expect(menuName({ displayName: '', username: '' })).toBe('User');
    expect(menuName({})).toBe('User');
  });

  it('NAV-012 NAV-013 NXT-461 has the member’s pages in the user menu, which works by keyboard', async () => {
    signIn();
    const { user } = renderApp('/purpose');
    const button = await userButton();
    expect(button).toHaveAttribute('aria-expanded', 'false');
    button.focus();
    await user.keyboard('{Enter}');
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile');
    expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');
    expect(screen.getByRole('link', { name: 'Album' })).toHaveAttribute('href', '/album');
    expect(screen.getByRole('link', { name: 'Archive' })).toHaveAttribute('href', '/archive');
    expect(screen.getByRole('link', { name: 'Tags' })).toHaveAttribute('href', '/t');
    expect(screen.getByRole('link', { name: 'Kept' })).toHaveAttribute('href', '/kept');
    expect(screen.getByRole('link', { name: 'Scheduled' })).toHaveAttribute('href', '/scheduled');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'));
  });

  it('NAV-014 AUT-047 ends the session and returns to / on Logout', async () => {
    signIn();
    const ended = serveLogout();
    const { user } = renderApp('/purpose');
    await user.click(await userButton());
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(screen.queryByRole('button', { name: 'Vesper Lund' })).not.toBeInTheDocument();
    await waitFor(() => expect(loaded.mock.calls).toEqual([['/']]));
    expect(ended).toEqual(['Bearer known-session']);
    expect(localStorage.getItem('sessionId')).toBeNull();
  });

  it('NAV-017 has the same items in the narrow menu when signed out', async () => {
    const { user } = renderApp('/purpose');
    const links = (await openSheet(user)).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ...LINKS,
      ['MY ONI', '/auth'],
    ]);
  });

  it('NAV-017 NXT-461 has the same items in the narrow menu when signed in', async () => {
    signIn();
    const { user } = renderApp('/purpose');
    await userButton();
    const menu = await openSheet(user);
    await menu.findByRole('link', { name: 'Profile' });
    expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Home',
      ...LINKS.map(([title]) => title),
      'Profile',
      'Direct',
      'Album',
      'Archive',
      'Tags',
      'Kept',
      'Scheduled',
      'Settings',
    ]);
    expect(menu.getByRole('button', { name: 'Logout' })).toBeInTheDocument();
    expect(menu.getByText('Vesper Lund')).toBeInTheDocument();
  });

  it('NAV-018 closes the narrow menu when an item is chosen, even the current page', async () => {
    const { user, address } = renderApp('/purpose');
    await user.click((await openSheet(user)).getByRole('link', { name: 'Our Purpose' }));
    expectNoSheet();
    await user.click((await openSheet(user)).getByRole('link', { name: 'Star Fuel' }));
    await waitFor(() => expect(address()).toBe('/fund'));
    expectNoSheet();
  });

  it('closes the narrow menu on Escape and returns the focus to its button', async () => {
    const { user } = renderApp('/purpose');
    (await openSheet(user)).getByRole('link', { name: 'MY ONI' }).focus();
    await user.keyboard('{Escape}');
    expectNoSheet();
    expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus();
  });

  it('closes the narrow menu when the focus or a pointer leaves it', async () => {
    const { user } = renderApp('/purpose');
    (await openSheet(user)).getByRole('link', { name: 'MY ONI' }).focus();
    await user.tab();
    expectNoSheet();
    await openSheet(user);
    await user.click(await screen.findByRole('heading', { level: 1 }));
    expectNoSheet();
  });

  it('NAV-018 closes the narrow menu on Logout and on Escape', async () => {
    signIn();
    serveLogout();
    const { user } = renderApp('/purpose');
    await userButton();
    await openSheet(user);
    await user.keyboard('{Escape}');
    expectNoSheet();
    await user.click((await openSheet(user)).getByRole('button', { name: 'Logout' }));
    expectNoSheet();
    await waitFor(() => expect(loaded.mock.calls).toEqual([['/']]));
  });

  it('GAP-072 THM-001 has a toggle that cycles through the three themes', async () => {
    const { user } = renderApp('/purpose');
    const toggle = await screen.findByRole('button', { name: 'Theme: dark. Switch to light.' });
    await user.click(toggle);
    expect(document.documentElement.dataset['mode']).toBe('light');
    expect(toggle).toHaveAccessibleName('Theme: light. Switch to system.');
    await user.click(toggle);
    await user.click(toggle);
    expect(toggle).toHaveAccessibleName('Theme: dark. Switch to light.');
  });

  it('GAP-015 is on every page except /clean-auth', async () => {
    const { navigate } = renderApp('/clean-auth');
    expect(await screen.findByRole('heading', { name: 'dev_access' })).toBeInTheDocument();
    expect(screen.queryByRole('banner')).not.toBeInTheDocument();
    navigate('/auth');
    expect(await screen.findByRole('banner')).toBeInTheDocument();
  });
});
