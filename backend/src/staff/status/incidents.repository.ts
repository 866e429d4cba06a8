import { Injectable } from '@nestjs/common';
import {
  type BeginIncidentBody,
  type IncidentView,
  INCIDENT_DAYS,
  type RowOf,
  SHOWN_INCIDENTS,
} from '@oniverse/contracts';
import { DataSource, type EntityManager } from 'typeorm';

export type IncidentRow = RowOf<IncidentView>;

const COLUMNS = `incident.id, incident.title, incident.part, incident.state, incident.started_at AS "startedAt",
  incident.ended_at AS "endedAt",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'text', note.text, 'createdAt', note.created_at)
                             ORDER BY note.id DESC), '[]')
     FROM incident_notes note WHERE note.incident_id = incident.id) AS notes`;

@Injectable()
export class IncidentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns open incidents and those that ended lately, newest first. */
  async listShown(): Promise<IncidentRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM incidents incident
        WHERE incident.ended_at IS NULL OR incident.ended_at > now() - $1::integer * interval '1 day'
        ORDER BY incident.id DESC LIMIT $2`,
      [INCIDENT_DAYS, SHOWN_INCIDENTS],
    );
  }

  async find(manager: EntityManager, id: string): Promise<IncidentRow | undefined> {
    const rows: IncidentRow[] = await manager.query(
      `SELECT ${COLUMNS} FROM incidents incident WHERE incident.id = $1`,
      [id],
    );
    return rows[0];
  }

  async insert(
    manager: EntityManager,
    { title, part, state }: Omit<BeginIncidentBody, 'note'>,
  ): Promise<string> {
    const rows: { id: string }[] = await manager.query(
      'INSERT INTO incidents (title, part, state) VALUES ($1, $2, $3) RETURNING id',
      [title, part, state],
    );
    return rows[0]?.id ?? '';
  }

  /** Locks an incident. @returns how many notes it has; undefined if it does not exist */
  async lock(
    manager: EntityManager,
    id: string,
  ): Promise<{ title: string; isOpen: boolean; notes: number } | undefined> {
    const rows: { title: string; isOpen: boolean; notes: number }[] = await manager.query(
      `SELECT title, ended_at IS NULL AS "isOpen",
              (SELECT count(*)::integer FROM incident_notes WHERE incident_id = $1) AS notes
         FROM incidents WHERE id = $1 FOR NO KEY UPDATE`,
      [id],
    );
    return rows[0];
  }

  async addNote(manager: EntityManager, id: string, text: string): Promise<void> {
    await manager.query('INSERT INTO incident_notes (incident_id, text) VALUES ($1, $2)', [id, text]);
  }

  async end(manager: EntityManager, id: string): Promise<void> {
    await manager.query('UPDATE incidents SET ended_at = now() WHERE id = $1', [id]);
  }

  async delete(manager: EntityManager, id: string): Promise<void> {
    await manager.query('DELETE FROM incidents WHERE id = $1', [id]);
  }
}
