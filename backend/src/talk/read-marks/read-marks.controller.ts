import { Controller } from '@nestjs/common';
import { advanceReadMark, listMentions, markServerRead } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { ReadMarksService } from './read-marks.service.js';

@Controller()
export class ReadMarksController {
  constructor(private readonly readMarks: ReadMarksService) {}

  @Handles(advanceReadMark)
  async advance({ session, id, body: { seq } }: Received<typeof advanceReadMark>) {
    await this.readMarks.advance(session.userId, id, seq);
  }

  @Handles(markServerRead)
  async markServer({ session, id }: Received<typeof markServerRead>) {
    await this.readMarks.markServer(session.userId, id);
  }

  @Handles(listMentions)
  async mentions({ session, id, query }: Received<typeof listMentions>) {
    return this.readMarks.listMentions(session.userId, id, query);
  }
}
