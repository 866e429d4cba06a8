import { Controller, Req } from '@nestjs/common';
import { endDigest, type InputOf, type OkAnswer } from '@oniverse/contracts';
import { Address, Handles, Input } from '@oniverse/platform/backend';
import type { FastifyRequest } from 'fastify';
import { MailService } from './mail.service.js';

@Controller()
export class MailController {
  constructor(private readonly mail: MailService) {}

  @Handles(endDigest)
  async unsubscribe(
    @Input() { token }: InputOf<typeof endDigest>,
    @Address() address: string,
    @Req() request: FastifyRequest,
  ): Promise<OkAnswer> {
    request.raw.resume();
    await this.mail.unsubscribe(token, address);
    return { ok: true };
  }
}
