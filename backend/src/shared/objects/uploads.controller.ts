import { Controller, Put } from '@nestjs/common';
import { createUpload, UPLOAD, type UploadedAnswer, uploadedSchema } from '@oniverse/contracts';
import { Call, PathText } from '@oniverse/platform/backend';
import { SelfLimited } from '../limits/call-limits.js';
import { OptionalSession } from '../access/current-session.js';
import type { SessionContext } from '../access/session.js';
import { Incoming, type IncomingBody } from './incoming-body.decorator.js';
import { OwnOrigins } from './own-origins.decorator.js';
import { Handles, type Received } from '../access/handles.js';
import { UploadsService } from './uploads.service.js';

@Controller()
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Handles(createUpload)
  @SelfLimited()
  async open({ session, body }: Received<typeof createUpload>, @OwnOrigins() ownOrigins: readonly string[]) {
    return this.uploads.createTicket(session.userId, body, ownOrigins);
  }

  @Put('uploads/:token')
  @Call({
    summary: 'Uploads a picture',
    description: `Takes a JPEG, PNG, WebP, GIF or AVIF file of at most ${UPLOAD.maxBytes / 1_048_576} MB; the type is detected from the leading bytes. Requires a Content-Length header. The token in the address is the credential. If a session is sent too, it must belong to the member who got the address.`,
    access: 'visitors',
    answer: uploadedSchema,
    problems: ['upload_expired', 'length_required'],
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
}
