import { isOneOf, isRecord } from '../../api/guards.js';

/** The tabs of the settings, in their order; the first one is where one arrives. */
export const SETTINGS_TABS = ['profile', 'appearance', 'security', 'hidden'] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** Which tab is open: it lives in the address, so that reload and back work. */
export interface SettingsPlace {
  tab?: SettingsTab;
}

const isTab = isOneOf(SETTINGS_TABS);

/** The tab that an address names; the first one is not named. */
export function readTab(search: unknown): SettingsPlace {
  if (!isRecord(search)) return {};
  const { tab } = search;
  return isTab(tab) && tab !== SETTINGS_TABS[0] ? { tab } : {};
}
