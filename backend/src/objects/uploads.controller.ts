import { Body, Controller, Post, Put } from '@nestjs/common';
import {
  UPLOAD,
  type UploadedAnswer,
  uploadedSchema,
  type UploadTicket,
  uploadTicketSchema,
} from '@oniverse/contracts';
import { Call, PathText, StreamedBody } from '@oniverse/platform/backend';
import { SelfLimited } from '../limits/self-limited.decorator.js';
import { CurrentSession, SessionIfAny } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { Incoming, type IncomingBody } from './incoming-body.decorator.js';
import { OwnOrigins } from './own-origins.decorator.js';
import { UploadDto } from './uploads.dto.js';
import { UploadsService } from './uploads.service.js';

@Controller()
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Post('objects/upload')
  @Call({
    summary: 'Asks where a picture may be sent',
    description: 'The address works once, and for 15 minutes.',
    answer: uploadTicketSchema,
  })
  @SelfLimited()
  async open(
    @CurrentSession() session: SessionContext,
    @Body() body: UploadDto,
    @OwnOrigins() ownOrigins: readonly string[],
  ): Promise<UploadTicket> {
    return this.uploads.open(session.userId, body, ownOrigins);
  }

  @Put('uploads/:token')
  @Call({
    summary: 'Sends a picture',
    description:
      'JPEG, PNG, WebP, GIF or AVIF, by its first bytes, of at most 10 MB. The token in the address is the credential; where a session comes with it, it must be that of who asked for the address.',
    access: 'visitors',
    answer: uploadedSchema,
    problems: ['upload_expired'],
    bytes: UPLOAD.types,
  })
  @StreamedBody()
  async send(
    @SessionIfAny() session: SessionContext | undefined,
    @PathText('token', 'From the upload address.', 'Q0x…') token: string,
    @Incoming() body: IncomingBody,
  ): Promise<UploadedAnswer> {
    const objectPath = await this.uploads.receive(token, session?.userId ?? null, body);
    return { ok: true, objectPath };
  }
}
