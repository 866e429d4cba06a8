import { Controller } from '@nestjs/common';
import { closeServerCase, getServerCase, handOnServerCase, listServerCases } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { CasesService } from './cases.service.js';

@Controller()
export class CasesController {
  constructor(private readonly cases: CasesService) {}

  @Handles(listServerCases)
  async list({ session, id, query }: Received<typeof listServerCases>) {
    return this.cases.list(session.userId, id, query);
  }

  @Handles(getServerCase)
  async find({ session, id, caseId }: Received<typeof getServerCase>) {
    return this.cases.find(session.userId, id, caseId);
  }

  @Handles(closeServerCase)
  async close({ session, id, caseId, body }: Received<typeof closeServerCase>) {
    return this.cases.close(session.userId, id, caseId, body);
  }

  @Handles(handOnServerCase)
  async handOn({ session, id, caseId }: Received<typeof handOnServerCase>) {
    return this.cases.handOn(session.userId, id, caseId);
  }
}
