import { Controller, Get, Req, Res } from '@nestjs/common';
import { isUuid, pictureBytesSchema, RENDITIONS, UPLOAD } from '@oniverse/contracts';
import { notFound } from '@oniverse/platform';
import { Call, PathText } from '@oniverse/platform/backend';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OptionalSession, type SessionContext, unauthorized } from '../../shared/index.js';
import { CaseFiles } from './case-files.service.js';

const CASE = 'The case.';
const EXAMPLE = '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12';

/** The files of reported things, which staff see only through the case. */
@Controller('staff/cases')
export class CaseFilesController {
  constructor(private readonly files: CaseFiles) {}

  @Get(':id/picture')
  @Call({
    summary: 'Returns the copy of a reported picture',
    description: 'For the staff of the platform. The audit log has the look.',
    access: 'moderators',
    answer: pictureBytesSchema,
    answerTypes: [RENDITIONS.type],
    problems: ['not_found'],
  })
  async readPicture(
    @OptionalSession() session: SessionContext | undefined,
    @PathText('id', CASE, EXAMPLE) id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { headers, bytes } = await this.files.openPicture(staffOf(session), requireId(id));
    await reply.headers(headers).send(bytes);
  }

  @Get(':id/files/:key')
  @Call({
    summary: 'Returns a file of a reported thing',
    description:
      'For the staff of the platform: pictures as renditions, sound and video as they are, all else as a download. The audit log has the look.',
    access: 'moderators',
    answer: pictureBytesSchema,
    answerTypes: UPLOAD.types,
    alsoStatus: 206,
    problems: ['not_found', 'precondition_failed', 'range_not_satisfiable'],
  })
  async readFile(
    @OptionalSession() session: SessionContext | undefined,
    @PathText('id', CASE, EXAMPLE) id: string,
    @PathText('key', 'The part of its address after /objects/.', 'Zk3v…') key: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const path = `/objects/${key}`;
    const { status, headers, bytes } = await this.files.openFile(
      staffOf(session),
      requireId(id),
      path,
      request,
    );
    await reply.code(status).headers(headers).send(bytes);
  }
}

/** Admission has checked that it is of the staff. */
function staffOf(session: SessionContext | undefined): string {
  if (!session) throw unauthorized();
  return session.userId;
}

function requireId(id: string): string {
  if (!isUuid(id)) throw notFound();
  return id;
}
