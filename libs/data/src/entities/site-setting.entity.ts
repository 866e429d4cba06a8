import type { SiteSetting } from '@oniverse/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NOW } from './columns.js';

/** A setting of the whole site that staff changed. One without a row has its default. */
@Entity('site_settings')
export class SiteSettingRow {
  @PrimaryColumn('text')
  name!: SiteSetting;

  @Column('jsonb')
  value!: unknown;

  @Column(NOW)
  updatedAt!: Date;
}
