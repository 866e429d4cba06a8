import { Controller } from '@nestjs/common';
import { listRipples, sendRipple, withdrawRipple } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { RipplesService } from './ripples.service.js';

@Controller()
export class RipplesController {
  constructor(private readonly ripples: RipplesService) {}

  @Handles(listRipples)
  async list({ session, id, query }: Received<typeof listRipples>) {
    return this.ripples.list(session.userId, id, query);
  }

  @Handles(sendRipple)
  async send({ session, id }: Received<typeof sendRipple>) {
    await this.ripples.send(session.userId, id);
  }

  @Handles(withdrawRipple)
  async withdraw({ session, id }: Received<typeof withdrawRipple>) {
    await this.ripples.withdraw(session.userId, id);
  }
}
