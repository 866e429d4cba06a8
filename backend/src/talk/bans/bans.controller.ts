import { Controller } from '@nestjs/common';
import { type BanView, type InputOf, liftBan, listBans, type OkAnswer } from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { BansService } from './bans.service.js';

@Controller()
export class BansController {
  constructor(private readonly bans: BansService) {}

  @Handles(listBans)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { id, query }: InputOf<typeof listBans>,
  ): Promise<Page<BanView>> {
    return this.bans.list(session.userId, id, query);
  }

  @Handles(liftBan)
  async lift(
    @CurrentSession() session: SessionContext,
    @Input() { id, userId }: InputOf<typeof liftBan>,
  ): Promise<OkAnswer> {
    await this.bans.lift(session.userId, id, userId);
    return { ok: true };
  }
}
