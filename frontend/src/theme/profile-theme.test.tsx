import { PROFILE_THEMES } from '@oniverse/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialog } from '../ui/dialog.js';
import { IconButton } from '../ui/icon-button.js';
import { Menu, MenuItem } from '../ui/menu.js';
import { setMedia } from '../testing/browser.js';
import { atTestEnd } from '../testing/reset.js';
import { loadThemeFrame, ProfileTheme } from './profile-theme.js';
import { chooseTheme, followTheme, type Mode } from './theme.js';

const LIGHT = '(prefers-color-scheme: light)';
const nothing = () => {};

let stop: () => void;
beforeEach(() => {
  stop = followTheme();
  atTestEnd(() => stop());
});

async function themeAround(text: string): Promise<string> {
  const part = (await screen.findByText(text)).closest<HTMLElement>('[data-theme]');
  return `${part?.dataset['theme']} ${part?.dataset['mode']}`;
}

const renderProfile = (theme: string, mode: Mode) =>
  render(
    <ProfileTheme theme={theme} mode={mode}>
      <p>profile</p>
    </ProfileTheme>,
  );

describe('profile themes', () => {
  it('THM-005 THM-006 THM-007 have an id, a name and a description', () => {
    expect(PROFILE_THEMES.map(({ id, name }) => [id, name])).toEqual([
      ['main-cyberpunk', 'Main Theme (Cyberpunk)'],
      ['90s-computer', '90s Computer'],
    ]);
    for (const { description } of PROFILE_THEMES) expect(description).not.toBe('');
  });

  it('NXT-531 hold for dialogs from outside the profile, until its page is left', async () => {
    const dialog = (
      <Dialog open title="found" onClose={nothing}>
        <p>dialog</p>
      </Dialog>
    );
    const { rerender } = render(
      <>
        <ProfileTheme theme="90s-computer" mode="light">
          <p>profile</p>
        </ProfileTheme>
        {dialog}
      </>,
    );
    await screen.findByText('profile');
    expect(await themeAround('dialog')).toBe('90s-computer light');
    // The dialog stays at its place, where React keeps it.
    rerender(
      <>
        {null}
        {dialog}
      </>,
    );
    expect(await themeAround('dialog')).toBe('undefined undefined');
  });

  it('THM-013 an unknown theme is shown as the main theme', async () => {
    renderProfile('vaporwave', 'light');
    expect(await themeAround('profile')).toBe('main-cyberpunk dark');
  });

  it('THM-014 the main theme uses the site’s mode, not the profile’s', async () => {
    renderProfile('main-cyberpunk', 'light');
    expect(await themeAround('profile')).toBe('main-cyberpunk dark');
    act(() => chooseTheme('light'));
    expect(await themeAround('profile')).toBe('main-cyberpunk light');
  });

  it('THM-015 the main theme follows the system if the site does', async () => {
    chooseTheme('system');
    renderProfile('main-cyberpunk', 'light');
    expect(await themeAround('profile')).toBe('main-cyberpunk dark');
    act(() => setMedia(LIGHT));
    expect(await themeAround('profile')).toBe('main-cyberpunk light');
  });

  it('THM-016 other themes use the profile’s mode, not the site’s', async () => {
    chooseTheme('light');
    const { rerender } = renderProfile('90s-computer', 'dark');
    expect(await themeAround('profile')).toBe('90s-computer dark');
    act(() => chooseTheme('dark'));
    expect(await themeAround('profile')).toBe('90s-computer dark');
    rerender(
      <ProfileTheme theme="90s-computer" mode="light">
        <p>profile</p>
      </ProfileTheme>,
    );
    expect(await themeAround('profile')).toBe('90s-computer light');
  });

  it.each([
    ['without a network', () => Promise.resolve(undefined)],
    ['where the server has them no more', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('fall back to the main theme if their styles fail to load, %s', async (_, missed) => {
    const { default: LooksFrame } = await loadThemeFrame(missed);
    render(
      <LooksFrame activeTheme={{ theme: '90s-computer', mode: 'light' }}>
        <p>profile</p>
      </LooksFrame>,
    );
    expect(await themeAround('profile')).toBe('main-cyberpunk dark');
  });

  it('do not affect the site around them, and unmount with the profile', async () => {
    const { unmount } = renderProfile('90s-computer', 'light');
    await screen.findByText('profile');
    expect(document.documentElement.dataset).toMatchObject({ mode: 'dark' });
    expect(document.documentElement.dataset['theme']).not.toBe('90s-computer');
    unmount();
    expect(document.querySelector('[data-theme="90s-computer"]')).toBeNull();
  });

  it('NXT-531 apply to overlays opened from the profile and from outside of it', async () => {
    const user = userEvent.setup({ delay: null });
    const menu = (name: string, item: string) => (
      <Menu button={<IconButton icon="more" name={name} />}>
        <MenuItem onSelect={nothing}>{item}</MenuItem>
      </Menu>
    );
    render(
      <>
        {menu('Site menu', 'of the site')}
        <ProfileTheme theme="90s-computer" mode="light">
          {menu('Profile menu', 'of the profile')}
        </ProfileTheme>
      </>,
    );
    await user.click(await screen.findByRole('button', { name: 'Profile menu' }));
    expect(await themeAround('of the profile')).toBe('90s-computer light');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Site menu' }));
    expect(await themeAround('of the site')).toBe('90s-computer light');
  });

  it('apply to a dialog that is open from the start', async () => {
    render(
      <ProfileTheme theme="90s-computer" mode="dark">
        <Dialog open title="Upload" onClose={nothing}>
          <p>in the dialog</p>
        </Dialog>
      </ProfileTheme>,
    );
    expect(await themeAround('in the dialog')).toBe('90s-computer dark');
  });
});
