import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { SiteSetting, SiteSettings } from '@oniverse/contracts';
import { readSiteSettings, storeSiteSetting } from '@oniverse/data';
import { LiveService } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';

const CHANGED_TOPIC = 'site-settings:changed';
/** A change whose hint is lost takes effect within this time. */
const CACHE_MS = 5_000;

/** Keeps what staff set for the whole site. Other backends hint at changes. */
@Injectable()
export class SiteSettingsService implements OnModuleInit {
  private cached: { settings: Promise<SiteSettings>; until: number } | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly live: LiveService,
  ) {}

  onModuleInit(): void {
    this.live.onHint(CHANGED_TOPIC, () => this.forget());
  }

  async get(): Promise<SiteSettings> {
    if (this.cached && performance.now() < this.cached.until) return this.cached.settings;
    const settings = readSiteSettings(this.dataSource);
    this.cached = { settings, until: performance.now() + CACHE_MS };
    settings.catch(() => this.forget());
    return settings;
  }

  /** Stores a setting in the caller's transaction. @returns a function to call after the commit */
  async change<K extends SiteSetting>(
    manager: EntityManager,
    name: K,
    value: SiteSettings[K],
  ): Promise<() => void> {
    await storeSiteSetting(manager, name, value);
    return () => this.publishChanged();
  }

  /** Lets all backends read the settings again. Call it after the commit. */
  publishChanged(): void {
    this.forget();
    this.live.publishHint(CHANGED_TOPIC, {});
  }

  private forget(): void {
    this.cached = undefined;
  }
}
