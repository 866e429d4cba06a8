import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { RENDITIONS } from '@oniverse/contracts';
import { notFound, ObjectStore } from '@oniverse/platform';
import type { FastifyRequest } from 'fastify';
import { ObjectReader, type OpenedObject, UNRENDERED } from '../../shared/index.js';
import { StaffCasesService } from './staff-cases.service.js';

/** The files of reported things, and the copies of reported pictures. Each look at one is in the audit log. */
@Injectable()
export class CaseFiles {
  constructor(
    private readonly cases: StaffCasesService,
    private readonly reader: ObjectReader,
    private readonly store: ObjectStore,
  ) {}

  /** Opens the copy of a reported picture. @throws ProblemError `not_found` */
  async openPicture(
    staffId: string,
    caseId: string,
  ): Promise<{ headers: Readonly<Record<string, string>>; bytes: Readable }> {
    const key = await this.cases.requirePicture(staffId, caseId);
    const bytes = await this.store.get(key);
    if (!bytes) throw notFound();
    return {
      headers: { ...UNRENDERED, 'content-type': RENDITIONS.type, 'cache-control': 'private, no-store' },
      bytes,
    };
  }

  /** Opens a file of a reported thing. @throws ProblemError `not_found` */
  async openFile(
    staffId: string,
    caseId: string,
    path: string,
    request: Pick<FastifyRequest, 'method' | 'headers'>,
  ): Promise<OpenedObject> {
    await this.cases.recordFileLook(staffId, caseId, path);
    return this.reader.readOfCase(caseId, path, request);
  }
}
