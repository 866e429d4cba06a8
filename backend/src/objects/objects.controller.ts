import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { pictureBytesSchema, UPLOAD } from '@oniverse/contracts';
import { Call, PathText } from '@oniverse/platform/backend';
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
      'Avatars are open to everybody. Of a picture that is shown, everybody reads the renditions once it is ready; its owner, who comes with a session, gets without a width the bytes as they were uploaded. Hidden pictures are their owner’s alone. Knows ETags and ranges.',
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
    @Query() { w }: ObjectQueryDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { status, headers, bytes } = await this.reader.read(
      session?.userId ?? null,
      `/objects/${key}`,
      w,
      request,
    );
    await reply.code(status).headers(headers).send(bytes);
  }
}
