import type { ServerAuditDetail } from '@oniverse/contracts';

/** Returns the audit detail of a thing that may have a new name. */
export const renamed = (formerName: string, name: string): ServerAuditDetail =>
  name === formerName ? { name } : { name, formerName };
