import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import {
  cancelServerExport,
  createServerExport,
  createServerExportAddress,
  EXPORT_TYPE,
  getExportNotice,
  listServerExports,
  serverExportBytesSchema,
  textField,
  UPLOAD_RULES,
} from '@oniverse/contracts';
import { Call, Field, PathText } from '@oniverse/platform/backend';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Handles, OptionalSession, type Received, type SessionContext } from '../../shared/index.js';
import { ServerExportsService } from './server-exports.service.js';

@Controller()
export class ServerExportsController {
  constructor(private readonly exports: ServerExportsService) {}

  @Handles(listServerExports)
  async list({ session, id, query }: Received<typeof listServerExports>) {
    return this.exports.list(session.userId, id, query);
  }

  @Handles(getExportNotice)
  async getNotice({ session, id }: Received<typeof getExportNotice>) {
    return this.exports.getNotice(session.userId, id);
  }

  @Handles(createServerExport)
  async create({ session, id, body }: Received<typeof createServerExport>) {
    return this.exports.create(session.userId, id, body);
  }

  @Handles(cancelServerExport)
  async cancel({ session, id, exportId }: Received<typeof cancelServerExport>) {
    await this.exports.cancel(session.userId, { serverId: id, exportId });
  }

  @Handles(createServerExportAddress)
  async createAddress({ session, id, exportId }: Received<typeof createServerExportAddress>) {
    return this.exports.createAddress(session, { serverId: id, exportId });
  }
}

class ArchiveQueryDto {
  @Field(textField(UPLOAD_RULES.pass))
  pass?: string;
}

@Controller('exports/dimensions')
export class ServerArchivesController {
  constructor(private readonly exports: ServerExportsService) {}

  @Get(':id')
  @Call({
    summary: 'Downloads the archive of an export of a dimension',
    description:
      'For the owner of the dimension, by a session or by the pass of an address. Supports ETags and range requests.',
    access: 'visitors',
    answer: serverExportBytesSchema,
    answerTypes: [EXPORT_TYPE],
    alsoStatus: 206,
    problems: ['not_found', 'precondition_failed', 'range_not_satisfiable'],
  })
  async download(
    @OptionalSession() session: SessionContext | undefined,
    @PathText('id', 'The export.', '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12') id: string,
    @Query() { pass }: ArchiveQueryDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { status, headers, bytes } = await this.exports.open(session, id, pass, request);
    await reply.code(status).headers(headers).send(bytes);
  }
}
