import {
  DEFAULT_SITE_SETTINGS,
  isSiteSetting,
  type SiteSetting,
  type SiteSettings,
} from '@oniverse/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { MAINTENANCE_SETTING } from './maintenance.js';

/** Returns the settings of the site. A value of a form that another release stored counts as not set. */
export async function readSiteSettings(source: DataSource | EntityManager): Promise<SiteSettings> {
  const rows: { name: string; value: unknown }[] = await source.query(
    `SELECT name, value FROM site_settings UNION ALL ${MAINTENANCE_SETTING}`,
  );
  const known = rows.filter(({ name, value }) => isSiteSetting(name, value));
  return { ...DEFAULT_SITE_SETTINGS, ...Object.fromEntries(known.map(({ name, value }) => [name, value])) };
}

/** Stores a setting of the site. */
export async function storeSiteSetting<K extends SiteSetting>(
  manager: EntityManager,
  name: K,
  value: SiteSettings[K],
): Promise<void> {
  await manager.query(
    `INSERT INTO site_settings (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = now()`,
    [name, JSON.stringify(value)],
  );
}
