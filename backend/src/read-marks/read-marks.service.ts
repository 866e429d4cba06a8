import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { ReadMarksRepository } from './read-marks.repository.js';

/** How far members have read. */
@Injectable()
export class ReadMarksService {
  constructor(
    private readonly access: AccessService,
    private readonly repository: ReadMarksRepository,
  ) {}

  /** Moves a member's mark on, never back and never past the newest message. @throws ProblemError `not_found`, `not_a_member` */
  async move(userId: string, channelId: string, seq: number): Promise<void> {
    await this.access.requireChannelWrite(userId, channelId);
    await this.repository.move(userId, channelId, seq);
  }
}
