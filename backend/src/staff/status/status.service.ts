import { Inject, Injectable } from '@nestjs/common';
import {
  type IncidentView,
  type MaintenanceView,
  SERVICE_STATES,
  type ServicePart,
  type ServicePartView,
  type ServiceState,
  type StatusView,
} from '@oniverse/contracts';
import { OUTBOX_TOPICS, type OutboxTopic } from '@oniverse/data';
import { CONFIG, type Config, Health, isOutage } from '@oniverse/platform';
import { DataSource } from 'typeorm';
import { MaintenanceService } from '../../shared/index.js';
import { IncidentsService } from './incidents.service.js';

/** Readers within this time share one measurement, in milliseconds. */
const SHARED_MS = 10_000;

/** The work of the outbox that a part waits for, and the ages of its oldest row from which it is slow or down, in seconds. */
const WAITING: Partial<
  Record<ServicePart, { topics: readonly OutboxTopic[]; slowS: number; downS: number }>
> = {
  pictures: {
    topics: [OUTBOX_TOPICS.renderImage, OUTBOX_TOPICS.renderAttachment, OUTBOX_TOPICS.makeAvatar],
    slowS: 60,
    downS: 3_600,
  },
  // A mail server may defer a mail of a new sender for minutes.
  mail: { topics: [OUTBOX_TOPICS.sendMail], slowS: 900, downS: 7_200 },
  push: { topics: [OUTBOX_TOPICS.pushEntry], slowS: 120, downS: 3_600 },
};

const worse = (one: ServiceState, other: ServiceState): ServiceState =>
  SERVICE_STATES.indexOf(other) > SERVICE_STATES.indexOf(one) ? other : one;

type Measured = Omit<ServicePartView, 'part'>;

/** How the service is, by the checks of the health page, the age of what waits for workers, and open incidents. */
@Injectable()
export class StatusService {
  private latest: { at: number; status: Promise<StatusView> } | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly health: Health,
    private readonly incidents: IncidentsService,
    private readonly maintenance: MaintenanceService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns a measurement that is at most ten seconds old. */
  async get(): Promise<StatusView> {
    const at = performance.now();
    if (this.latest === undefined || at - this.latest.at >= SHARED_MS) {
      this.latest = { at, status: this.measure() };
    }
    return this.latest.status;
  }

  /** Measures with the next call, because staff changed an incident. */
  forget(): void {
    this.latest = undefined;
  }

  private async measure(): Promise<StatusView> {
    const checkedAt = new Date().toISOString();
    const { parts } = await this.health.report();
    const isUp = (name: string): boolean => parts[name] === 'up';
    const { incidents, waiting, maintenance } = await this.read();
    const stateOf = (part: ServicePart, own: ServiceState = 'working'): ServicePartView => {
      const measured: readonly Measured[] = [
        { state: own, since: null },
        waiting.get(part) ?? { state: 'working', since: null },
        ...incidents
          .filter((incident) => incident.part === part && incident.endedAt === null)
          .map(({ state, startedAt }) => ({ state, since: startedAt })),
      ];
      const state = measured.reduce((worst: ServiceState, one) => worse(worst, one.state), 'working');
      const since =
        state === 'working'
          ? undefined
          : measured
              .filter((one) => one.state === state)
              .flatMap((one) => one.since ?? [])
              .toSorted()[0];
      return { part, state, since: since ?? null };
    };
    const database: ServiceState = isUp('database') ? 'working' : 'down';
    return {
      checkedAt,
      parts: [
        stateOf('web', database),
        // Without Redis, backends find messages of each other in the database, within two seconds.
        stateOf('live', worse(database, isUp('redis') ? 'working' : 'slow')),
        stateOf('pictures', isUp('objects') ? 'working' : 'down'),
        ...(this.config.mail === null ? [] : [stateOf('mail')]),
        ...(this.config.push.keys === null ? [] : [stateOf('push')]),
      ],
      incidents,
      maintenance,
    };
  }

  /** Reads what the database knows; nothing while it does not answer. */
  private async read(): Promise<{
    incidents: IncidentView[];
    waiting: ReadonlyMap<ServicePart, Measured>;
    maintenance: MaintenanceView | null;
  }> {
    try {
      const [incidents, waiting, maintenance] = await Promise.all([
        this.incidents.listShown(),
        this.readWaiting(),
        this.maintenance.get(),
      ]);
      return { incidents, waiting, maintenance };
    } catch (error) {
      if (!isOutage(error)) throw error;
      return { incidents: [], waiting: new Map(), maintenance: null };
    }
  }

  private async readWaiting(): Promise<ReadonlyMap<ServicePart, Measured>> {
    const found: { topic: OutboxTopic; since: Date; age: number }[] = await this.dataSource.query(
      `SELECT topic, min(created_at) AS since, extract(epoch FROM now() - min(created_at))::float8 AS age
         FROM outbox WHERE topic = ANY($1) GROUP BY topic`,
      [Object.values(WAITING).flatMap(({ topics }) => topics)],
    );
    const waiting = new Map<ServicePart, Measured>();
    for (const part of ['pictures', 'mail', 'push'] as const) {
      const rule = WAITING[part];
      const oldest = found
        .filter(({ topic }) => rule?.topics.includes(topic))
        .toSorted((one, other) => other.age - one.age)[0];
      if (!rule || !oldest || oldest.age < rule.slowS) continue;
      waiting.set(part, {
        state: oldest.age < rule.downS ? 'slow' : 'down',
        since: oldest.since.toISOString(),
      });
    }
    return waiting;
  }
}
