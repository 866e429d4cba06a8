import { Controller } from '@nestjs/common';
import {
  getHome,
  type HomeView,
  type InputOf,
  markHomeRead,
  type OkAnswer,
  recordHomeSteps,
} from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { HomeService } from './home.service.js';

@Controller()
export class HomeController {
  constructor(private readonly home: HomeService) {}

  @Handles(getHome)
  async sinceLeft(@CurrentSession() session: SessionContext): Promise<HomeView> {
    return this.home.openHome(session.userId);
  }

  @Handles(recordHomeSteps)
  async recordSteps(
    @CurrentSession() session: SessionContext,
    @Input() { body }: InputOf<typeof recordHomeSteps>,
  ): Promise<OkAnswer> {
    await this.home.recordSteps(session.userId, body);
    return { ok: true };
  }

  @Handles(markHomeRead)
  async markRead(@CurrentSession() session: SessionContext): Promise<OkAnswer> {
    await this.home.markAllRead(session.userId);
    return { ok: true };
  }
}
