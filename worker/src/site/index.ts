import type { DomainJobs } from '../shared/index.js';
import { EnqueueDigests } from './mail/enqueue-digests.js';
import { MailSender } from './mail/mail-sender.js';
import { MailRepository } from './mail/mail.repository.js';
import { SendMail } from './mail/send-mail.js';
import { CleanTexts } from './maintenance/clean-texts.js';
import { IndexMessages } from './maintenance/index-messages.js';
import { IndexTerms } from './maintenance/index-terms.js';

export const SITE_JOBS: DomainJobs = {
  jobs: [EnqueueDigests, SendMail, CleanTexts, IndexMessages, IndexTerms],
  parts: [MailRepository, MailSender],
};
