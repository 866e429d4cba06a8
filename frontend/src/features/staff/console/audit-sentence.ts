import type { StaffAuditView } from '@oniverse/contracts';
import { plainNames } from '../../../ui/member-name.js';
import { AUDIT_SENTENCES, AUDIT_TEXTS as TEXTS } from './audit.texts.js';

const nameOf = (member: StaffAuditView['subject']): string => (member ? plainNames(member) : TEXTS.departed);

/** Returns the sentence of an entry of the audit log. */
export const auditSentence = ({ kind, actor, isByOperators, subject, detail }: StaffAuditView): string =>
  AUDIT_SENTENCES[kind]({
    actor: isByOperators ? TEXTS.operators : nameOf(actor),
    subject: nameOf(subject),
    detail,
  });
