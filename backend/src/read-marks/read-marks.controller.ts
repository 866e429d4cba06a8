import { Body, Controller, Put } from '@nestjs/common';
import { type OkAnswer, okSchema } from '@oniverse/contracts';
import { Call, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ReadMarkDto } from './read-marks.dto.js';
import { ReadMarksService } from './read-marks.service.js';

@Controller('channels/:id/read')
export class ReadMarksController {
  constructor(private readonly readMarks: ReadMarksService) {}

  @Put()
  @Call({
    summary: 'Marks a channel as read up to a message',
    description: 'A read mark never moves back.',
    answer: okSchema,
    problems: ['not_found', 'not_a_member'],
  })
  async advance(
    @CurrentSession() session: SessionContext,
    @PathId('The channel.') id: string,
    @Body() { seq }: ReadMarkDto,
  ): Promise<OkAnswer> {
    await this.readMarks.advance(session.userId, id, seq);
    return { ok: true };
  }
}
