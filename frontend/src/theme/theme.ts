import { create } from 'zustand';

const STORAGE_KEY = 'oni-theme';

export const THEME_CHOICES = ['dark', 'light', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];
export type Mode = 'dark' | 'light';

const LIGHT_QUERY = '(prefers-color-scheme: light)';

function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return THEME_CHOICES.find((choice) => choice === stored) ?? 'dark';
  } catch {
    return 'dark';
  }
}

export function modeOf(choice: ThemeChoice): Mode {
  if (choice !== 'system') return choice;
  return window.matchMedia(LIGHT_QUERY).matches ? 'light' : 'dark';
}

interface ThemeState {
  choice: ThemeChoice;
  mode: Mode;
}

const initialState = (): ThemeState => {
  const choice = storedChoice();
  return { choice, mode: modeOf(choice) };
};

/** The choice, and the mode it currently results in. */
export const useTheme = create<ThemeState>(initialState);

/** Reads the `data-dark` and `data-light` attributes of the meta element. */
function updateThemeColor(mode: Mode): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  const colour = meta?.dataset[mode];
  if (meta && colour) meta.content = colour;
}

const applyTheme = (choice: ThemeChoice) => {
  const mode = modeOf(choice);
  document.documentElement.dataset['mode'] = mode;
  updateThemeColor(mode);
  useTheme.setState({ choice, mode });
};

const refresh = () => applyTheme(storedChoice());

export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
  applyTheme(choice);
}

/** Follows the system and other tabs. Returns a function that stops following. */
export function followTheme(): () => void {
  const handleStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) refresh();
  };
  refresh();
  const system = window.matchMedia(LIGHT_QUERY);
  system.addEventListener('change', refresh);
  window.addEventListener('storage', handleStorage);
  return () => {
    system.removeEventListener('change', refresh);
    window.removeEventListener('storage', handleStorage);
  };
}
