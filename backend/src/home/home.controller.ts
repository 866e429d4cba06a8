import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { homeSchema, type HomeView, type OkAnswer, okSchema } from '@oniverse/contracts';
import { Call } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { HomeStepsDto } from './home.dto.js';
import { HomeService } from './home.service.js';

@Controller('home')
export class HomeController {
  constructor(private readonly home: HomeService) {}

  @Get()
  @Call({
    summary: 'Returns what happened since the caller left',
    description:
      'A visit ends when the caller was not seen for 30 minutes; the next call begins another one.',
    answer: homeSchema,
  })
  async sinceLeft(@CurrentSession() session: SessionContext): Promise<HomeView> {
    return this.home.openHome(session.userId);
  }

  @Patch('steps')
  @Call({ summary: 'Records steps of the guide for new members', answer: okSchema })
  async recordSteps(
    @CurrentSession() session: SessionContext,
    @Body() body: HomeStepsDto,
  ): Promise<OkAnswer> {
    await this.home.recordSteps(session.userId, body);
    return { ok: true };
  }

  @Post('read')
  @Call({
    summary: 'Marks everything that happened, and all joined channels, as read',
    status: 200,
    answer: okSchema,
  })
  async markRead(@CurrentSession() session: SessionContext): Promise<OkAnswer> {
    await this.home.markAllRead(session.userId);
    return { ok: true };
  }
}
