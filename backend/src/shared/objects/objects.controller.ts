import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { numberInQuery, pictureBytesSchema, UPLOAD, UPLOAD_MESSAGES } from '@oniverse/contracts';
import { Call, Field, PathText } from '@oniverse/platform/backend';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SelfLimited } from '../limits/call-limits.js';
import { OptionalSession } from '../access/current-session.js';
import type { SessionContext } from '../access/session.js';
import { ObjectReader } from './object-reader.js';

class ObjectQueryDto {
  @Field(
    numberInQuery(
      'Width in pixels. Returns the rendition of that width or the next smaller one; if all are larger, the smallest.',
      { min: 1, max: Number.MAX_SAFE_INTEGER, message: UPLOAD_MESSAGES.badWidth, example: 640 },
    ),
  )
  w?: number;
}

@Controller('objects')
export class ObjectsController {
  constructor(private readonly reader: ObjectReader) {}

  @Get(':key')
  @Call({
    summary: 'Returns a picture',
    description:
      'Anyone can read avatars. A shown picture is available as renditions once it is ready, to those who see its owner: members by their session, visitors if the owner chose so. Its owner receives the original when no width is given. Hidden pictures are available only to their owner, and the pictures of link previews to every member. Supports ETags and range requests.',
    access: 'visitors',
    answer: pictureBytesSchema,
    answerTypes: UPLOAD.types,
    alsoStatus: 206,
    problems: ['not_found', 'precondition_failed', 'range_not_satisfiable'],
  })
  @SelfLimited()
  async read(
    @OptionalSession() session: SessionContext | undefined,
    @PathText('key', 'The part of the address after /objects/.', 'Zk3v…') key: string,
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
