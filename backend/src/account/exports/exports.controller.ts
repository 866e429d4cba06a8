import { Readable } from 'node:stream';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { createExportAddress, EXPORT_TYPE, exportBytesSchema } from '@oniverse/contracts';
import { Call, PathText } from '@oniverse/platform/backend';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FreshSession, Handles, OwnOrigins, type Received, SelfLimited } from '../../shared/index.js';
import { EXPORT } from './export-queue.js';
import { ExportsService } from './exports.service.js';

@Controller()
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  @FreshSession()
  @Handles(createExportAddress)
  @SelfLimited()
  async createAddress(
    { session, origin }: Received<typeof createExportAddress>,
    @OwnOrigins() ownOrigins: readonly string[],
  ) {
    return this.exports.createAddress(session, ownOrigins, origin);
  }

  @Get('exports/:token')
  @Call({
    summary: "Downloads an export of a member's data",
    description:
      'The token in the address is the credential. It is used up as soon as the response starts, even if the connection breaks later. HEAD does not use it up. Each member can download one export at a time. On a busy server the response starts at once and the data follows when it is its turn.',
    access: 'public',
    answer: exportBytesSchema,
    answerTypes: [EXPORT_TYPE],
    problems: ['not_found'],
  })
  async download(
    @PathText('token', 'The token from the download address.', 'Q0x…') token: string,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { fileName, bytes, turn } =
      method === 'HEAD'
        ? {
            fileName: await this.exports.getFileName(token),
            bytes: Readable.from([]),
            turn: Promise.resolve(),
          }
        : await this.exports.startExport(token);
    // No bytes flow while it waits for its turn, so the stall timeout starts afterwards.
    turn.then(
      () => reply.raw.setTimeout(EXPORT.stallMs, () => reply.raw.destroy()),
      () => {},
    );
    await reply
      .headers({
        'content-type': EXPORT_TYPE,
        'content-disposition': `attachment; filename="${fileName}"`,
      })
      .send(bytes);
  }
}
