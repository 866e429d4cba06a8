import { Controller, Get, Param } from '@nestjs/common';
import type { ChannelView } from '@oniverse/contracts';
import { IdPipe } from '@oniverse/platform';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ChannelsService } from './channels.service.js';

@Controller('servers/:id/channels')
export class ChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  @Get()
  async list(
    @CurrentSession() session: SessionContext,
    @Param('id', IdPipe) id: string,
  ): Promise<ChannelView[]> {
    return this.channels.list(session.userId, id);
  }
}
