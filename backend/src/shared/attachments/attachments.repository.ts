import { Injectable } from '@nestjs/common';
import type { AttachmentKind, AttachmentRef, AttachmentView } from '@oniverse/contracts';
import { ATTACHMENT_OWNERS, type AttachmentOwner, attachmentsOf } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import type { Sending } from './sending.js';

export interface NewAttachment {
  userId: string;
  objectPath: string;
  name: string;
  /** In bytes. */
  size: number;
}

/** What claims uploads of its author. Messages claim theirs by `claim_attachments`. */
export interface ClaimedBy {
  owner: Exclude<AttachmentOwner, 'message'>;
  ownerId: string;
  userId: string;
}

/** An upload that nothing has claimed. */
export interface UnclaimedRow {
  id: string;
  name: string;
  size: number;
  kind: AttachmentKind | null;
  /** Null until it is ready. */
  view: AttachmentView | null;
}

const UNCLAIMED = `num_nonnulls(${Object.values(ATTACHMENT_OWNERS).join(', ')}) = 0`;
/** SQL condition: a message that a member scheduled has the attachment. The parameters are SQL expressions. */
const scheduledAs = (attachment: string, userId: string, channelId: string, nonce: string): string =>
  `EXISTS (SELECT FROM scheduled_messages scheduled WHERE scheduled.id = ${attachment}.scheduled_message_id
              AND scheduled.channel_id = ${channelId} AND scheduled.user_id = ${userId} AND scheduled.nonce = ${nonce})`;

@Injectable()
export class AttachmentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(manager: EntityManager, { userId, objectPath, name, size }: NewAttachment): Promise<string> {
    const rows: { id: string }[] = await manager.query(
      'INSERT INTO attachments (user_id, object_path, name, size) VALUES ($1, $2, $3, $4) RETURNING id',
      [userId, objectPath, name, size],
    );
    const row = rows[0];
    if (!row) throw new Error('An insert returned no row.');
    return row.id;
  }

  /** Returns those of a member's uploads that nothing has claimed. */
  async listUnclaimed(userId: string, ids: readonly string[]): Promise<UnclaimedRow[]> {
    return this.dataSource.query(
      `SELECT id, name, size, kind, CASE WHEN ready_at IS NOT NULL THEN attachment_view(attachments) END AS view
         FROM attachments WHERE id = ANY($2::uuid[]) AND user_id = $1 AND ${UNCLAIMED} ORDER BY id`,
      [userId, ids],
    );
  }

  /** Returns the names of those of a member's uploads that are ready and that nothing but `nonce` of the channel has claimed. */
  async findClaimable(
    userId: string,
    ids: readonly string[],
    { channelId, nonce }: Sending,
  ): Promise<string[]> {
    const rows: { name: string }[] = await this.dataSource.query(
      `SELECT attached.name FROM attachments attached
        WHERE attached.id = ANY($2::uuid[]) AND attached.user_id = $1 AND attached.ready_at IS NOT NULL
          AND (${UNCLAIMED} OR ${scheduledAs('attached', '$1', '$3', '$4')}
            OR EXISTS (SELECT FROM messages sent WHERE sent.id = attached.message_id
                          AND sent.channel_id = $3 AND sent.user_id = $1 AND sent.nonce = $4)
            OR EXISTS (SELECT FROM held_messages held WHERE held.id = attached.held_message_id
                          AND held.channel_id = $3 AND held.user_id = $1 AND held.nonce = $4))`,
      [userId, ids, channelId, nonce],
    );
    return rows.map(({ name }) => name);
  }

  /**
   * Claims uploads for something else than a message, or keeps those that it has, in the given order.
   * @param sending what takes over those of a message that was scheduled
   * @returns how many could be claimed
   */
  async claim(
    manager: EntityManager,
    to: ClaimedBy,
    refs: readonly AttachmentRef[],
    sending?: Sending,
  ): Promise<number> {
    const column = ATTACHMENT_OWNERS[to.owner];
    const [claimed]: [unknown[], number] = await manager.query(
      `UPDATE attachments SET ${to.owner === 'scheduledMessage' ? '' : 'scheduled_message_id = NULL, '}${column} = $1,
              place = given.place, alt = given.alt
         FROM unnest($3::uuid[], $4::text[]) WITH ORDINALITY AS given (id, alt, place)
        WHERE attachments.id = given.id AND user_id = $2 AND ready_at IS NOT NULL
          AND (${UNCLAIMED} OR ${column} = $1 OR ${scheduledAs('attachments', '$2', '$5', '$6')})
        RETURNING attachments.id`,
      [
        to.ownerId,
        to.userId,
        refs.map(({ id }) => id),
        refs.map(({ alt }) => alt ?? ''),
        sending?.channelId ?? null,
        sending?.nonce ?? null,
      ],
    );
    await manager.query(
      `UPDATE objects SET state = 'used' FROM attachments attached
        WHERE attached.${column} = $1 AND objects.path = attached.object_path AND objects.state = 'stored'`,
      [to.ownerId],
    );
    return claimed.length;
  }

  /** Deletes the attachments of something that are not among `ids`. */
  async deleteOthers(manager: EntityManager, to: ClaimedBy, ids: readonly string[]): Promise<void> {
    await manager.query(
      `DELETE FROM attachments WHERE ${ATTACHMENT_OWNERS[to.owner]} = $1 AND id <> ALL ($2::uuid[])`,
      [to.ownerId, ids],
    );
  }

  async listOf(manager: EntityManager, { owner, ownerId }: ClaimedBy): Promise<AttachmentView[] | null> {
    const rows: { files: AttachmentView[] | null }[] = await manager.query(
      `SELECT ${attachmentsOf(owner, '$1::uuid')} AS files`,
      [ownerId],
    );
    return rows[0]?.files ?? null;
  }

  /** Deletes a member's upload that nothing has claimed. @returns the path of its object; undefined without one */
  async deleteUnclaimed(userId: string, id: string): Promise<string | undefined> {
    const [deleted]: [{ object_path: string }[], number] = await this.dataSource.query(
      `DELETE FROM attachments WHERE id = $1 AND user_id = $2 AND ${UNCLAIMED} RETURNING object_path`,
      [id, userId],
    );
    return deleted[0]?.object_path;
  }
}
