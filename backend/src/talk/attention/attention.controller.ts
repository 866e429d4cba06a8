import { Controller } from '@nestjs/common';
import {
  type AttentionView,
  getAttention,
  type InputOf,
  type OkAnswer,
  setChannelAttention,
  setServerAttention,
} from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { AttentionService } from './attention.service.js';

@Controller()
export class AttentionController {
  constructor(private readonly attention: AttentionService) {}

  @Handles(getAttention)
  async find(@CurrentSession() session: SessionContext): Promise<AttentionView> {
    return this.attention.find(session.userId);
  }

  @Handles(setServerAttention)
  async setForServer(
    @CurrentSession() session: SessionContext,
    @Input() { id, body: { level } }: InputOf<typeof setServerAttention>,
  ): Promise<OkAnswer> {
    await this.attention.setForServer(session.userId, id, level);
    return { ok: true };
  }

  @Handles(setChannelAttention)
  async setForChannel(
    @CurrentSession() session: SessionContext,
    @Input() { id, body: { level } }: InputOf<typeof setChannelAttention>,
  ): Promise<OkAnswer> {
    await this.attention.setForChannel(session.userId, id, level);
    return { ok: true };
  }
}
