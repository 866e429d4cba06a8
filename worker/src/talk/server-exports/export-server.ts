import { Injectable } from '@nestjs/common';
import { acknowledgeOutbox, OUTBOX_TOPICS } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { ServerExportsService } from './server-exports.service.js';

/** Writes the archive of an export of a server. The subject is the id of the export. */
@Injectable()
export class ExportServer implements JobHandler {
  readonly name = OUTBOX_TOPICS.exportServer;
  // Renditions, for which members wait longer, have the heavy queue to themselves.
  readonly isBulk = true;

  constructor(private readonly exports: ServerExportsService) {}

  async run(id: string): Promise<void> {
    await this.exports.write(id, (manager) => acknowledgeOutbox(manager, this.name, id));
  }
}
