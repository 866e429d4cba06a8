import * as v from 'valibot';
import { type RegistrationMode, registrationPart } from '../account/registration.js';
import type { Schema } from '../shared/schema.js';

/** What the staff of the platform set for the whole site. */
export interface SiteSettings {
  registration: RegistrationMode;
}
export type SiteSetting = keyof SiteSettings;

const SITE_SETTINGS: { readonly [K in SiteSetting]: Schema<SiteSettings[K]> } = {
  registration: registrationPart,
};

/** Returns whether a stored value has the form of a setting. Another release may know others. */
export function isSiteSetting(name: string, value: unknown): boolean {
  const schema = Object.entries(SITE_SETTINGS).find(([known]) => known === name)?.[1];
  return schema !== undefined && v.is(schema, value);
}

/** The settings of a new site. */
export const DEFAULT_SITE_SETTINGS: Readonly<SiteSettings> = { registration: 'open' };
