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
    summary: 'The channels of a dimension',
    description: 'The default one first, then in the order in which they were made.',
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
    summary: 'Makes a channel',
    description: 'For owner and moderators.',
    status: 201,
    answer: channelSchema,
    problems: ['forbidden', 'not_found'],
  })
  async create(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @Body() body: CreateChannelDto,
  ): Promise<ChannelView> {
    return this.channels.create(session.userId, id, body);
  }
}
