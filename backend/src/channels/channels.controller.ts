import { Body, Controller, Delete, Patch } from '@nestjs/common';
import { channelSchema, type ChannelView, type OkAnswer, okSchema } from '@oniverse/contracts';
import { Call, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { UpdateChannelDto } from './channels.dto.js';
import { ChannelsService } from './channels.service.js';

@Controller('channels/:id')
export class ChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  @Patch()
  @Call({
    summary: 'Updates a channel',
    description: 'For the owner and moderators. Absent fields do not change; an empty description clears it.',
    answer: channelSchema,
    problems: ['forbidden', 'not_found'],
  })
  async update(
    @CurrentSession() session: SessionContext,
    @PathId('The channel.') id: string,
    @Body() body: UpdateChannelDto,
  ): Promise<ChannelView> {
    return this.channels.update(session.userId, id, body);
  }

  @Delete()
  @Call({
    summary: 'Deletes a channel and its messages',
    description: 'For the owner and moderators. The default channel cannot be deleted.',
    answer: okSchema,
    problems: ['forbidden', 'not_found', 'default_channel'],
  })
  async delete(
    @CurrentSession() session: SessionContext,
    @PathId('The channel.') id: string,
  ): Promise<OkAnswer> {
    await this.channels.delete(session.userId, id);
    return { ok: true };
  }
}
