import { Controller } from '@nestjs/common';
import { createAttachment, deleteAttachment, listUploadedAttachments } from '@oniverse/contracts';
import { Handles, type Received } from '../access/handles.js';
import { SelfLimited } from '../limits/call-limits.js';
import { OwnOrigins } from '../objects/own-origins.decorator.js';
import { AttachmentsService } from './attachments.service.js';

@Controller()
export class AttachmentsController {
  constructor(private readonly attachments: AttachmentsService) {}

  @Handles(createAttachment)
  @SelfLimited()
  async create(
    { session, body }: Received<typeof createAttachment>,
    @OwnOrigins() ownOrigins: readonly string[],
  ) {
    return this.attachments.create(session.userId, body, ownOrigins);
  }

  @Handles(listUploadedAttachments)
  async list({ session, query }: Received<typeof listUploadedAttachments>) {
    return this.attachments.listUploaded(session.userId, query.ids ?? []);
  }

  @Handles(deleteAttachment)
  async delete({ session, id }: Received<typeof deleteAttachment>) {
    await this.attachments.delete(session.userId, id);
  }
}
