import { Controller, Post, Req } from '@nestjs/common';
import { type OkAnswer, okSchema } from '@oniverse/contracts';
import { Address, Call, PathText } from '@oniverse/platform/backend';
import type { FastifyRequest } from 'fastify';
import { MailService } from './mail.service.js';

@Controller('mail')
export class MailController {
  constructor(private readonly mail: MailService) {}

  @Post('unsubscribe/:token')
  @Call({
    summary: 'Ends the digest by mail',
    description:
      'The token in the address is the credential. Mail programs send this request when the reader presses “Unsubscribe” (RFC 8058); the body is ignored. It may be repeated.',
    access: 'public',
    answer: okSchema,
    bytes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    problems: ['link_expired'],
  })
  async unsubscribe(
    @PathText('token', 'The token of the link.', 'pVwJ0mQZ3bXf…') token: string,
    @Address() address: string,
    @Req() request: FastifyRequest,
  ): Promise<OkAnswer> {
    request.raw.resume();
    await this.mail.unsubscribe(token, address);
    return { ok: true };
  }
}
