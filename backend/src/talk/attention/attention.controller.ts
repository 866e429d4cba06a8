import { Controller } from '@nestjs/common';
import { getAttention, setChannelAttention, setServerAttention } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { AttentionService } from './attention.service.js';

@Controller()
export class AttentionController {
  constructor(private readonly attention: AttentionService) {}

  @Handles(getAttention)
  async find({ session }: Received<typeof getAttention>) {
    return this.attention.find(session.userId);
  }

  @Handles(setServerAttention)
  async setForServer({ session, id, body: { level } }: Received<typeof setServerAttention>) {
    await this.attention.setForServer(session.userId, id, level);
  }

  @Handles(setChannelAttention)
  async setForChannel({ session, id, body: { level } }: Received<typeof setChannelAttention>) {
    await this.attention.setForChannel(session.userId, id, level);
  }
}
