import { Controller } from '@nestjs/common';
import {
  advanceReadMark,
  type InputOf,
  listMentions,
  markServerRead,
  type OkAnswer,
} from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { ReadMarksService } from './read-marks.service.js';

@Controller()
export class ReadMarksController {
  constructor(private readonly readMarks: ReadMarksService) {}

  @Handles(advanceReadMark)
  async advance(
    @CurrentSession() session: SessionContext,
    @Input() { id, body: { seq } }: InputOf<typeof advanceReadMark>,
  ): Promise<OkAnswer> {
    await this.readMarks.advance(session.userId, id, seq);
    return { ok: true };
  }

  @Handles(markServerRead)
  async markServer(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof markServerRead>,
  ): Promise<OkAnswer> {
    await this.readMarks.markServer(session.userId, id);
    return { ok: true };
  }

  @Handles(listMentions)
  async mentions(
    @CurrentSession() session: SessionContext,
    @Input() { id, query }: InputOf<typeof listMentions>,
  ): Promise<{ seq: number }[]> {
    return this.readMarks.listMentions(session.userId, id, query);
  }
}
