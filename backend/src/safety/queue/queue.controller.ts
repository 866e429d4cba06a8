import { Controller } from '@nestjs/common';
import { listQueue } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { QueueService } from './queue.service.js';

@Controller()
export class QueueController {
  constructor(private readonly queue: QueueService) {}

  @Handles(listQueue)
  async list({ session, id, query }: Received<typeof listQueue>) {
    return this.queue.list(session.userId, id, query);
  }
}
