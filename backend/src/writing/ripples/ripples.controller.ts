import { Controller } from '@nestjs/common';
import {
  type InputOf,
  listRipples,
  type OkAnswer,
  type RippleView,
  sendRipple,
  withdrawRipple,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { RipplesService } from './ripples.service.js';

@Controller()
export class RipplesController {
  constructor(private readonly ripples: RipplesService) {}

  @Handles(listRipples)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { id, query }: InputOf<typeof listRipples>,
  ): Promise<Page<RippleView>> {
    return this.ripples.list(session.userId, id, query);
  }

  @Handles(sendRipple)
  async send(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof sendRipple>,
  ): Promise<OkAnswer> {
    await this.ripples.send(session.userId, id);
    return { ok: true };
  }

  @Handles(withdrawRipple)
  async withdraw(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof withdrawRipple>,
  ): Promise<OkAnswer> {
    await this.ripples.withdraw(session.userId, id);
    return { ok: true };
  }
}
