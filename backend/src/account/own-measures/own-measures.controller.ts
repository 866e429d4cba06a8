import { Controller } from '@nestjs/common';
import { appealSuspension, getSuspension, listMeasures } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { OwnMeasuresService } from './own-measures.service.js';

@Controller()
export class OwnMeasuresController {
  constructor(private readonly measures: OwnMeasuresService) {}

  @Handles(listMeasures)
  async list({ session, query }: Received<typeof listMeasures>) {
    return this.measures.list(session.userId, query);
  }

  @Handles(getSuspension)
  async getSuspension({ session }: Received<typeof getSuspension>) {
    return this.measures.getSuspension(session.userId);
  }

  @Handles(appealSuspension)
  async appeal({ session, body, origin }: Received<typeof appealSuspension>) {
    return this.measures.appeal(session, body, origin);
  }
}
