import { Controller } from '@nestjs/common';
import { decideAppeal, listAppeals } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { AppealsService } from './appeals.service.js';

@Controller()
export class AppealsController {
  constructor(private readonly appeals: AppealsService) {}

  @Handles(listAppeals)
  async list({ session, query }: Received<typeof listAppeals>) {
    return this.appeals.list(session, query.state, query);
  }

  @Handles(decideAppeal)
  async decide({ session, id, body }: Received<typeof decideAppeal>) {
    return this.appeals.decide(session, id, body);
  }
}
