import { Controller, Req } from '@nestjs/common';
import { endDigest } from '@oniverse/contracts';
import type { FastifyRequest } from 'fastify';
import { Handles, type Received } from '../../shared/index.js';
import { MailService } from './mail.service.js';

@Controller()
export class MailController {
  constructor(private readonly mail: MailService) {}

  @Handles(endDigest)
  async unsubscribe(
    { token, origin: { address } }: Received<typeof endDigest>,
    @Req() request: FastifyRequest,
  ) {
    request.raw.resume();
    await this.mail.unsubscribe(token, address);
  }
}
