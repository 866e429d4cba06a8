import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { StaffRole } from '@oniverse/contracts';
import { Measure } from '@oniverse/data';
import { makeStaff } from '@oniverse/testing';
import { DataSource } from 'typeorm';
import type { StaffSession } from '../shared/index.js';
import { MeasuresService, type NewMeasure } from '../staff/index.js';

/** One of the staff, with a session that the API takes. */
export interface TestStaff extends StaffSession {
  sessionId: string;
}

/** Takes measures as the staff do. */
export class Measures {
  constructor(private readonly app: () => NestFastifyApplication) {}

  async makeStaff(staffRole: StaffRole = 'moderator'): Promise<TestStaff> {
    const { user, sessionId } = await makeStaff(this.app().get(DataSource), staffRole);
    const session = { hash: '', publicId: '', authenticatedAt: new Date(), isRestricted: false };
    return { ...session, userId: user.id, staffRole, sessionId };
  }

  /** @returns the id of the measure */
  async take(
    staff: StaffSession,
    measure: Pick<NewMeasure, 'userId'> & Partial<NewMeasure>,
  ): Promise<string> {
    const dataSource = this.app().get(DataSource);
    const complete = {
      kind: 'suspended',
      rule: 'threat',
      reason: 'You threatened someone.',
      ...measure,
    } as const;
    const tasks = await dataSource.transaction((manager) =>
      this.app().get(MeasuresService).take(manager, staff, complete),
    );
    for (const task of tasks) await task();
    const { userId } = measure;
    const taken = await dataSource
      .getRepository(Measure)
      .findOneOrFail({ where: { userId }, order: { id: 'DESC' } });
    return taken.id;
  }

  /** Suspends a member without an end. @returns the id of the measure */
  async suspend(userId: string): Promise<string> {
    return this.take(await this.makeStaff(), { userId });
  }
}
