import { Body, Controller, Get, Post } from '@nestjs/common';
import { channelSchema, type ChannelView, schema } from '@oniverse/contracts';
import { Call, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { CreateChannelDto } from './channels.dto.js';
import { ChannelsService } from './channels.service.js';

@Controller('servers/:id/channels')
export class ServerChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  @Get()
  @Call({
    summary: 'Lists the channels of a dimension',
    description: 'The default channel first, then in order of creation.',
    answer: schema.list(channelSchema),
    problems: ['not_found'],
  })
  async list(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
  ): Promise<ChannelView[]> {
    return this.channels.list(session.userId, id);
  }

  @Post()
  @Call({
    summary: 'Creates a channel',
    description: 'For the owner and moderators.',
    status: 201,
    answer: channelSchema,
    problems: ['forbidden', 'not_found', 'quota_reached'],
  })
  async create(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @Body() body: CreateChannelDto,
  ): Promise<ChannelView> {
    return this.channels.create(session.userId, id, body);
  }
}
