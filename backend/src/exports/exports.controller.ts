import { Readable } from 'node:stream';
import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import {
  EXPORT,
  EXPORT_TYPE,
  exportBytesSchema,
  type ExportTicket,
  exportTicketSchema,
} from '@oniverse/contracts';
import { Call, PathText } from '@oniverse/platform/backend';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SelfLimited } from '../limits/self-limited.decorator.js';
import { OwnOrigins } from '../objects/own-origins.decorator.js';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ExportsService } from './exports.service.js';

@Controller()
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  @Post('users/me/export')
  @Call({
    summary: "Asks where all of one's data may be fetched",
    description: 'The address works once, and for 15 minutes. A new one takes the place of the one before.',
    answer: exportTicketSchema,
  })
  @SelfLimited()
  async open(
    @CurrentSession() session: SessionContext,
    @OwnOrigins() ownOrigins: readonly string[],
  ): Promise<ExportTicket> {
    return this.exports.open(session.userId, ownOrigins);
  }

  @Get('exports/:token')
  @Call({
    summary: "Fetches all of a member's data",
    description:
      'The token in the address is the credential. It is spent once the answer begins, also where the connection breaks later. HEAD does not spend it.',
    access: 'public',
    answer: exportBytesSchema,
    answerTypes: [EXPORT_TYPE],
    problems: ['not_found'],
  })
  async read(
    @PathText('token', 'From the address of the export.', 'Q0x…') token: string,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { fileName, bytes } =
      method === 'HEAD'
        ? { fileName: await this.exports.look(token), bytes: Readable.from([]) }
        : await this.exports.begin(token);
    reply.raw.setTimeout(EXPORT.stallMs, () => reply.raw.destroy());
    await reply
      .headers({
        'content-type': EXPORT_TYPE,
        'content-disposition': `attachment; filename="${fileName}"`,
      })
      .send(bytes);
  }
}
