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
    summary: 'Says how far one has read a channel',
    description: 'It never moves back.',
    answer: okSchema,
    problems: ['not_found', 'not_a_member'],
  })
  async move(
    @CurrentSession() session: SessionContext,
    @PathId('The channel.') id: string,
    @Body() { seq }: ReadMarkDto,
  ): Promise<OkAnswer> {
    await this.readMarks.move(session.userId, id, seq);
    return { ok: true };
  }
}
