import { Module } from '@nestjs/common';
import { EnqueueDigests } from './enqueue-digests.js';
import { MailRepository } from './mail.repository.js';
import { MailSender } from './mail-sender.js';
import { SendMail } from './send-mail.js';

const JOBS = [EnqueueDigests, SendMail];

@Module({ providers: [...JOBS, MailRepository, MailSender], exports: JOBS })
export class MailModule {
  static readonly jobs = JOBS;
}
