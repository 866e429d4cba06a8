import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { pictureBytesSchema, UPLOAD } from '@oniverse/contracts';
import { Call, PathText } from '@oniverse/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SelfLimited } from '../limits/self-limited.decorator.js';
import { SessionIfAny } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ObjectQueryDto } from './objects.dto.js';
import { ObjectReader } from './object-reader.js';

@Controller('objects')
export class ObjectsController {
  constructor(private readonly reader: ObjectReader) {}

  @Get(':key')
  @Call({
    summary: 'Reads a picture',
    description:
      'Its owner, who comes with a session, gets the bytes as they were uploaded; for everybody else there is nothing until the picture is ready. Knows ETags and ranges.',
    access: 'visitors',
    answer: pictureBytesSchema,
    answerTypes: UPLOAD.types,
    alsoStatus: 206,
    problems: ['not_found'],
  })
  @SelfLimited()
  async read(
    @SessionIfAny() session: SessionContext | undefined,
    @PathText('key', 'What follows /objects/ in the address.', 'Zk3v…') key: string,
    @Query() _form: ObjectQueryDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { status, headers, bytes } = await this.reader.read(
      session?.userId ?? null,
      `/objects/${key}`,
      request,
    );
    await reply.code(status).headers(headers).send(bytes);
  }
}
