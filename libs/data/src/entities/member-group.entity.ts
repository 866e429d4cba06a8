import { GROUP_COLORS, GROUP_MENTIONERS, type GroupColor, type GroupMentioners } from '@oniverse/contracts';
import { Check, Column, Entity, Unique } from 'typeorm';
import { Dated, IdColumn, ReferenceColumn } from './columns.js';
import { Server } from './server.entity.js';

/** Members of a server under a name, which is in small letters. */
@Entity('member_groups')
@Unique('member_groups_server_id_name_key', ['serverId', 'name'])
@Check('member_groups_color_check', `"color" in (${GROUP_COLORS.map((color) => `'${color}'`).join(', ')})`)
@Check(
  'member_groups_mentionable_by_check',
  `"mentionable_by" in (${GROUP_MENTIONERS.map((who) => `'${who}'`).join(', ')})`,
)
export class MemberGroup extends Dated {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => Server, 'CASCADE')
  serverId!: string;

  @Column('text')
  name!: string;

  @Column('text')
  color!: GroupColor;

  /** Who may mention it; staff always may. */
  @Column('text', { default: 'staff' })
  mentionableBy!: GroupMentioners;
}
