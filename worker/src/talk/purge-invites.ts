import { Injectable } from '@nestjs/common';
import { HourlyStatements } from '../shared/index.js';

const DELETE_EXPIRED = `DELETE FROM invites WHERE id IN (
  SELECT id FROM invites WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

@Injectable()
export class PurgeInvites extends HourlyStatements {
  readonly name = 'purge-invites';
  protected readonly statements = [[DELETE_EXPIRED]] as const;
}
