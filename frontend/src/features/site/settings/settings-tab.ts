import * as v from 'valibot';

/** The first tab is the default. */
export const SETTINGS_TABS = [
  'profile',
  'appearance',
  'security',
  'notifications',
  'hidden',
  'privacy',
] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

export interface SettingsSearch {
  tab?: SettingsTab;
}

const tabSchema = v.picklist(SETTINGS_TABS);

/** Omits the default tab. */
export function parseSettingsSearch({ tab }: Record<string, unknown>): SettingsSearch {
  return v.is(tabSchema, tab) && tab !== SETTINGS_TABS[0] ? { tab } : {};
}
