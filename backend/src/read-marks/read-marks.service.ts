import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { ReadMarksRepository } from './read-marks.repository.js';

@Injectable()
export class ReadMarksService {
  constructor(
    private readonly access: AccessService,
    private readonly repository: ReadMarksRepository,
  ) {}

  /** Advances a member's mark, never back and never beyond the latest message. @throws ProblemError `not_found`, `not_a_member` */
  async advance(userId: string, channelId: string, seq: number): Promise<void> {
    await this.access.requireChannelWrite(userId, channelId);
    await this.repository.advance(userId, channelId, seq);
  }
}
