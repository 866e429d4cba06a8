import { STORAGE_KEYS } from '@oniverse/contracts';
import { create } from 'zustand';

/** What a visitor may choose for the looks of the site. */
export const THEME_CHOICES = ['dark', 'light', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];
export type Mode = 'dark' | 'light';

const LIGHT_QUERY = '(prefers-color-scheme: light)';

function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEYS.theme);
    return THEME_CHOICES.find((choice) => choice === stored) ?? 'dark';
  } catch {
    return 'dark';
  }
}

/** The mode that a choice stands for just now. */
export function modeOf(choice: ThemeChoice): Mode {
  if (choice !== 'system') return choice;
  return window.matchMedia(LIGHT_QUERY).matches ? 'light' : 'dark';
}

interface ThemeState {
  choice: ThemeChoice;
  mode: Mode;
}

const current = (): ThemeState => {
  const choice = storedChoice();
  return { choice, mode: modeOf(choice) };
};

/** The site's theme: what was chosen, and whether that means light or dark just now. */
export const useTheme = create<ThemeState>(current);

/** The browser's own frame takes the colour of the page; the document names the colour of each mode. */
function colourFrame(mode: Mode): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  const colour = meta?.dataset[mode];
  if (meta && colour) meta.content = colour;
}

const show = (choice: ThemeChoice) => {
  const mode = modeOf(choice);
  document.documentElement.dataset['mode'] = mode;
  colourFrame(mode);
  useTheme.setState({ choice, mode });
};

const refresh = () => show(storedChoice());

/** Takes a choice and keeps it in this browser. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(STORAGE_KEYS.theme, choice);
  } catch {
    // Storage is closed to us: the choice holds until the page is left.
  }
  show(choice);
}

/** Shows the kept choice, and follows the system and other tabs from now on. */
export function followTheme(): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === STORAGE_KEYS.theme || event.key === null) refresh();
  };
  refresh();
  const system = window.matchMedia(LIGHT_QUERY);
  system.addEventListener('change', refresh);
  window.addEventListener('storage', hear);
  return () => {
    system.removeEventListener('change', refresh);
    window.removeEventListener('storage', hear);
  };
}
