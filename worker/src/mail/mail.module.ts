import { Module } from '@nestjs/common';
import { EnqueueDigests } from './enqueue-digests.js';
import { MailRepository } from './mail.repository.js';
import { MailSender } from './mail-sender.js';
import { SendMail } from './send-mail.js';

@Module({
  providers: [SendMail, EnqueueDigests, MailSender, MailRepository],
  exports: [SendMail, EnqueueDigests],
})
export class MailModule {}
