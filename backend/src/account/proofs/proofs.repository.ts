import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class ProofsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the key with which all backends sign challenges. */
  async findSecret(): Promise<string> {
    const rows: { secret: string }[] = await this.dataSource.query(
      'SELECT secret FROM proof_keys WHERE id = 1',
    );
    const [row] = rows;
    if (!row) throw new Error('The key of proofs of work is missing.');
    return row.secret;
  }

  /** Uses a challenge up. @returns false if it was used before */
  async use(signature: string, expiresAt: Date): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      'INSERT INTO used_proofs (signature, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING signature',
      [signature, expiresAt],
    );
    return rows.length > 0;
  }
}
