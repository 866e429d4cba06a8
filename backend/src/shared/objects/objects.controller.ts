import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import {
  createObjectAddress,
  flagInQuery,
  numberInQuery,
  pictureBytesSchema,
  textField,
  UPLOAD,
  UPLOAD_MESSAGES,
  UPLOAD_RULES,
} from '@oniverse/contracts';
import { Call, Field, PathText } from '@oniverse/platform/backend';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SelfLimited } from '../limits/call-limits.js';
import { OptionalSession } from '../access/current-session.js';
import type { SessionContext } from '../access/session.js';
import { Handles, type Received } from '../access/handles.js';
import { ObjectPasses } from './object-passes.js';
import { ObjectReader } from './object-reader.js';

class ObjectQueryDto {
  @Field(
    numberInQuery(
      'Width in pixels. Returns the rendition of that width or the next smaller one; if all are larger, the smallest.',
      { min: 1, max: Number.MAX_SAFE_INTEGER, message: UPLOAD_MESSAGES.badWidth, example: 640 },
    ),
  )
  w?: number;

  @Field(flagInQuery('Of a file of a message that is a moving picture: the rendition that moves.'))
  animated?: boolean;

  @Field(flagInQuery('Of sound or video: as a download, not to be played.'))
  download?: boolean;

  @Field(textField(UPLOAD_RULES.pass))
  pass?: string;
}

@Controller('objects')
export class ObjectsController {
  constructor(
    private readonly reader: ObjectReader,
    private readonly passes: ObjectPasses,
  ) {}

  @Get(':key')
  @Call({
    summary: 'Returns a picture or a file of a message',
    description:
      'Files of messages are available to those who read the message: pictures as renditions, sound and video as they are, all else as a download. Anyone can read avatars. A shown picture is available as renditions once it is ready, to those who see its owner: members by their session, visitors if the owner chose so. Its owner receives the original when no width is given. Hidden pictures are available only to their owner, and the pictures of link previews to every member. Supports ETags and range requests.',
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
    @Query() { w: width, animated: isAnimated, download: isDownload, pass }: ObjectQueryDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const path = `/objects/${key}`;
    const passed = pass === undefined ? undefined : await this.passes.findReader(pass, path);
    const readerId = session?.userId ?? passed ?? null;
    const { status, headers, bytes } = await this.reader.read(
      readerId,
      path,
      { width, isAnimated, isDownload },
      request,
    );
    await reply.code(status).headers(headers).send(bytes);
  }
}

@Controller()
export class ObjectAddressesController {
  constructor(private readonly passes: ObjectPasses) {}

  @Handles(createObjectAddress)
  @SelfLimited()
  async create({ session, key }: Received<typeof createObjectAddress>) {
    return this.passes.create(session, `/objects/${key}`);
  }
}
