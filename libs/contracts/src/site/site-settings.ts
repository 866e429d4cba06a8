import * as v from 'valibot';
import { type RegistrationMode, registrationPart } from '../account/registration.js';
import { flag, nullable, oneOf, type Schema } from '../shared/schema.js';
import { maintenanceSchema, type MaintenanceView } from './maintenance.js';

/** What the staff of the platform set for the whole site. */
export interface SiteSettings {
  registration: RegistrationMode;
  /** Whether browsers are asked for proofs of work, as `PROOF_OF_WORK` does. */
  proofOfWork: boolean;
  /** The maintenance that runs, or the next one. Its table also has earlier ones. */
  maintenance: MaintenanceView | null;
  /** The level of all logs, which operators set; null for `LOG_LEVEL`. */
  logLevel: LogLevel | null;
}
/** Those with a row of their own. */
export type SiteSetting = Exclude<keyof SiteSettings, 'maintenance'>;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const proofOfWorkPart = flag(
  'Whether the staff have browsers asked for proofs of work. The configuration of the site may do so too.',
  false,
);

const SITE_SETTINGS: { readonly [K in keyof SiteSettings]: Schema<SiteSettings[K]> } = {
  registration: registrationPart,
  proofOfWork: proofOfWorkPart,
  maintenance: nullable(maintenanceSchema),
  logLevel: nullable(oneOf(LOG_LEVELS, 'The level of all logs.', 'debug')),
};

/** Returns whether a stored value has the form of a setting. Another release may know others. */
export function isSiteSetting(name: string, value: unknown): boolean {
  const schema = Object.entries(SITE_SETTINGS).find(([known]) => known === name)?.[1];
  return schema !== undefined && v.is(schema, value);
}

/** The settings of a new site. */
export const DEFAULT_SITE_SETTINGS: Readonly<SiteSettings> = {
  registration: 'open',
  proofOfWork: false,
  maintenance: null,
  logLevel: null,
};
