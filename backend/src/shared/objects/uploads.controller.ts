import { Controller, Get, Post, Put } from '@nestjs/common';
import {
  type ArrivedParts,
  arrivedPartsSchema,
  ATTACHMENT,
  createUpload,
  type OkAnswer,
  okSchema,
  UPLOAD,
  type UploadedAnswer,
  uploadedSchema,
} from '@oniverse/contracts';
import { Call, PathText } from '@oniverse/platform/backend';
import { SelfLimited } from '../limits/call-limits.js';
import { OptionalSession } from '../access/current-session.js';
import type { SessionContext } from '../access/session.js';
import { Incoming, type IncomingBody } from './incoming-body.decorator.js';
import { OwnOrigins } from './own-origins.decorator.js';
import { Handles, type Received } from '../access/handles.js';
import { UploadPartsService } from './upload-parts.service.js';
import { UploadsService } from './uploads.service.js';

const CREDENTIAL =
  'The token in the address is the credential. If a session is sent too, it must belong to the member who got the address.';

@Controller()
export class UploadsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly parts: UploadPartsService,
  ) {}

  @Handles(createUpload)
  @SelfLimited()
  async open({ session, body }: Received<typeof createUpload>, @OwnOrigins() ownOrigins: readonly string[]) {
    return this.uploads.createTicket(session.userId, body, ownOrigins);
  }

  @Put('uploads/:token')
  @Call({
    summary: 'Uploads a picture',
    description: `Takes a JPEG, PNG, WebP, GIF or AVIF file of at most ${UPLOAD.maxBytes / 1_048_576} MB; the type is detected from the leading bytes. Requires a Content-Length header. ${CREDENTIAL}`,
    access: 'visitors',
    answer: uploadedSchema,
    problems: ['upload_expired', 'length_required', 'maintenance'],
    bytes: UPLOAD.types,
  })
  async send(
    @OptionalSession() session: SessionContext | undefined,
    @PathText('token', 'From the upload address.', 'Q0x…') token: string,
    @Incoming() body: IncomingBody,
  ): Promise<UploadedAnswer> {
    const objectPath = await this.uploads.receive(token, session?.userId ?? null, body);
    return { ok: true, objectPath };
  }

  @Put('uploads/:token/parts/:number')
  @Call({
    summary: 'Uploads a part of a file of a message',
    description: `Takes exactly ${ATTACHMENT.partBytes} bytes, or for the last part the rest. Parts arrive in any order and may be repeated. Requires a Content-Length header. ${CREDENTIAL}`,
    access: 'visitors',
    answer: okSchema,
    problems: ['upload_expired', 'length_required', 'maintenance'],
    bytes: ['application/octet-stream'],
  })
  async sendPart(
    @OptionalSession() session: SessionContext | undefined,
    @PathText('token', 'From the upload address.', 'Q0x…') token: string,
    @PathText('number', 'The number of the part, from 1.', '2') number: string,
    @Incoming() body: IncomingBody,
  ): Promise<OkAnswer> {
    await this.parts.receive(token, Number(number), session?.userId ?? null, body);
    return { ok: true };
  }

  @Get('uploads/:token')
  @Call({
    summary: 'Returns which parts of a file of a message have arrived',
    description: CREDENTIAL,
    access: 'visitors',
    answer: arrivedPartsSchema,
    problems: ['upload_expired'],
  })
  async listArrived(
    @OptionalSession() session: SessionContext | undefined,
    @PathText('token', 'From the upload address.', 'Q0x…') token: string,
  ): Promise<ArrivedParts> {
    return this.parts.listArrived(token, session?.userId ?? null);
  }

  @Post('uploads/:token/complete')
  @Call({
    summary: 'Completes a file of a message that was sent in parts',
    description: `Answers \`upload_incomplete\` while parts are missing; \`GET /uploads/{token}\` says which. May be repeated. ${CREDENTIAL}`,
    access: 'visitors',
    answer: uploadedSchema,
    problems: ['upload_expired', 'upload_incomplete', 'maintenance'],
  })
  async complete(
    @OptionalSession() session: SessionContext | undefined,
    @PathText('token', 'From the upload address.', 'Q0x…') token: string,
  ): Promise<UploadedAnswer> {
    return { ok: true, objectPath: await this.parts.complete(token, session?.userId ?? null) };
  }
}
