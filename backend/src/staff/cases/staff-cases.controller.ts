import { Controller } from '@nestjs/common';
import { assignCase, decideCase, getStaffCase, listStaffCases, releaseCase } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { StaffCasesService } from './staff-cases.service.js';

@Controller()
export class StaffCasesController {
  constructor(private readonly cases: StaffCasesService) {}

  @Handles(listStaffCases)
  async list({ session, query }: Received<typeof listStaffCases>) {
    return this.cases.list(session, query);
  }

  @Handles(getStaffCase)
  async find({ session, id }: Received<typeof getStaffCase>) {
    return this.cases.find(session, id);
  }

  @Handles(assignCase)
  async assign({ session, id }: Received<typeof assignCase>) {
    return this.cases.assign(session, id);
  }

  @Handles(releaseCase)
  async release({ session, id }: Received<typeof releaseCase>) {
    return this.cases.release(session, id);
  }

  @Handles(decideCase)
  async decide({ session, id, body }: Received<typeof decideCase>) {
    return this.cases.decide(session, id, body);
  }
}
