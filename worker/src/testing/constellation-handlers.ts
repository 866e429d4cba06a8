import { OUTBOX_TOPICS, OutboxRow } from '@oniverse/data';
import type { LivePublisher } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { type DataSource, In, Not } from 'typeorm';
import { ConstellationRepository } from '../people/constellation/constellation.repository.js';
import { ConstellationService } from '../people/constellation/constellation.service.js';
import { DeriveMember } from '../people/constellation/derive-member.js';
import { RebuildConstellation } from '../people/constellation/rebuild-constellation.js';
import { RecomputeAffectedLinks } from '../people/constellation/recompute-affected-links.js';
import { RecomputeLinks } from '../people/constellation/recompute-links.js';
import { RepairMember } from '../people/constellation/repair-member.js';
import { UpdateNeighbours } from '../people/constellation/update-neighbours.js';
import { MarkHubTags } from '../people/tags/mark-hub-tags.js';

/** Creates the handlers of all jobs on the constellation, by topic. */
export function constellationHandlers(
  dataSource: DataSource,
  live: LivePublisher,
  repository = new ConstellationRepository(),
): ReadonlyMap<string, JobHandler> {
  const service = new ConstellationService(dataSource, repository, live);
  const handlers = [
    new DeriveMember(service),
    new RepairMember(service),
    new RecomputeLinks(service),
    new UpdateNeighbours(service),
    new RecomputeAffectedLinks(dataSource),
    new RebuildConstellation(dataSource, service, new MarkHubTags(dataSource)),
  ];
  return new Map(handlers.map((handler) => [handler.name, handler]));
}

/** Enqueues `derive-member`. */
export const enqueueMember = (dataSource: DataSource, subject: string): Promise<unknown> =>
  dataSource.query('INSERT INTO outbox (topic, subject) VALUES ($1, $2)', [
    OUTBOX_TOPICS.deriveMember,
    subject,
  ]);

/** What follows from changes of the constellation; the jobs of other modules. */
const CONSEQUENCES = [OUTBOX_TOPICS.notifyLinks, OUTBOX_TOPICS.suggestLinks, OUTBOX_TOPICS.refreshLogs];

/** Lists the jobs on the constellation in the outbox, in the order of subjects. */
export const listOutbox = (dataSource: DataSource): Promise<OutboxRow[]> =>
  dataSource
    .getRepository(OutboxRow)
    .find({ where: { topic: Not(In(CONSEQUENCES)) }, order: { subject: 'ASC' } });

/** Runs all jobs on the constellation and those that follow from them. */
export async function runOutbox(
  dataSource: DataSource,
  handlers: ReadonlyMap<string, JobHandler>,
): Promise<void> {
  for (let rows = await listOutbox(dataSource); rows.length > 0; rows = await listOutbox(dataSource)) {
    for (const { topic, subject } of rows) await handlers.get(topic)?.run(subject);
  }
}
