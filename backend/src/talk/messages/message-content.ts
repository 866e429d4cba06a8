import { MESSAGE_MESSAGES, type SendMessageBody } from '@oniverse/contracts';
import { invalidField } from '@oniverse/platform';

/** Requires that a new message has a text or a file. @throws ProblemError `validation_failed` */
export function requireContent({
  content = '',
  attachments = [],
}: Pick<SendMessageBody, 'content' | 'attachments'>): void {
  if (content === '' && attachments.length === 0)
    throw invalidField('content', MESSAGE_MESSAGES.emptyMessage);
}
