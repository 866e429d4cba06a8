import { Injectable } from '@nestjs/common';
import { COPIES, NEW_ACCOUNT_MESSAGES, type NewTextKind } from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { hashOfWords } from './folded-words.js';
import { NewAccounts } from './new-accounts.js';

/** A text that a member is about to publish. */
export interface NewText {
  userId: string;
  kind: NewTextKind;
  text: string;
  /** Of a message. */
  channelId?: string;
  /** Of a message: a repetition is no copy. */
  nonce?: string;
  /** What has the text, if it exists already. */
  subjectId?: string;
}

export interface RecordedText {
  id: string;
  /** Whether it is a copy that the staff of the site decide about. */
  isHeld: boolean;
}

/** Compares the texts of new accounts with each other. Those of established members cost nothing. */
@Injectable()
export class Copies {
  constructor(
    private readonly dataSource: DataSource,
    private readonly newAccounts: NewAccounts,
  ) {}

  /**
   * Records a text of a new account. See `record_new_text.sql`, whose locks last until the end of the transaction.
   * @returns undefined for an established member, and for a text that is not compared
   */
  async record(
    { userId, kind, text, channelId, nonce, subjectId }: NewText,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<RecordedText | undefined> {
    if (!this.newAccounts.isNew(userId)) return undefined;
    const hash = hashOfWords(text);
    if (hash === undefined) return undefined;
    const { windowMs, heldFrom } = COPIES;
    const rows: { id: string; is_held: boolean }[] = await manager.query(
      'SELECT id, is_held FROM record_new_text($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      [
        hash,
        userId,
        kind,
        channelId ?? null,
        subjectId ?? null,
        nonce ?? null,
        text,
        `${windowMs} milliseconds`,
        heldFrom.map(({ accounts }) => accounts),
        heldFrom.map(({ copies }) => copies),
      ],
    );
    const [row] = rows;
    return row && { id: row.id, isHeld: row.is_held };
  }

  /** Names what has a text that was recorded before it. */
  async setSubject(manager: EntityManager, { id }: RecordedText, subjectId: string): Promise<void> {
    await manager.query('UPDATE new_texts SET subject_id = $2 WHERE id = $1', [id, subjectId]);
  }
}

/** For a text that becomes a copy by a change: nothing is stored. */
export const copiedText = (): ProblemError => new ProblemError('filtered', NEW_ACCOUNT_MESSAGES.copiedText);
