import { Module } from '@nestjs/common';
import { MailRepository } from './mail.repository.js';
import { MailSender } from './mail-sender.js';
import { SendMail } from './send-mail.js';

@Module({ providers: [SendMail, MailSender, MailRepository], exports: [SendMail] })
export class MailModule {}
