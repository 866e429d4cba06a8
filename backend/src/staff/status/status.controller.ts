import { Controller } from '@nestjs/common';
import { beginIncident, deleteIncident, endIncident, getStatus, noteIncident } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { IncidentsService } from './incidents.service.js';
import { StatusService } from './status.service.js';

@Controller()
export class StatusController {
  constructor(
    private readonly status: StatusService,
    private readonly incidents: IncidentsService,
  ) {}

  @Handles(getStatus)
  async get() {
    return this.status.get();
  }

  @Handles(beginIncident)
  async begin({ session, body }: Received<typeof beginIncident>) {
    return this.changed(this.incidents.begin(session, body));
  }

  @Handles(noteIncident)
  async addNote({ session, id, body }: Received<typeof noteIncident>) {
    return this.changed(this.incidents.addNote(session, id, body.note));
  }

  @Handles(endIncident)
  async end({ session, id, body }: Received<typeof endIncident>) {
    return this.changed(this.incidents.end(session, id, body.note));
  }

  @Handles(deleteIncident)
  async delete({ session, id }: Received<typeof deleteIncident>) {
    return this.changed(this.incidents.delete(session, id));
  }

  /** Other backends show it within ten seconds. */
  private async changed<T>(change: Promise<T>): Promise<T> {
    const answer = await change;
    this.status.forget();
    return answer;
  }
}
