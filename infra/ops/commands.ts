import { ANNOUNCEMENT_COMMANDS } from './announcements/commands.js';
import { AUDIT_COMMANDS } from './audit/commands.js';
import { BACKUP_COMMANDS } from './backups/commands.js';
import type { OpsCommand } from './cli/command.js';
import { DOCTOR_COMMANDS } from './doctor/commands.js';
import { JOB_COMMANDS } from './jobs/commands.js';
import { LOAD_COMMANDS } from './load/commands.js';
import { LOG_COMMANDS } from './logs/commands.js';
import { MAINTENANCE_COMMANDS } from './maintenance/commands.js';
import { MEMBER_COMMANDS } from './members/commands.js';
import { OBJECT_COMMANDS } from './objects/commands.js';
import { REGISTRATION_COMMANDS } from './registration/commands.js';
import { REPORT_COMMANDS } from './reports/commands.js';
import { SERVER_COMMANDS } from './servers/commands.js';
import { SESSION_COMMANDS } from './sessions/commands.js';
import { SITE_COMMANDS } from './site/commands.js';
import { STAFF_COMMANDS } from './staff/commands.js';
import { WAITLIST_COMMANDS } from './waitlist/commands.js';

/** All commands of the operators. */
export const OPS_COMMANDS: readonly OpsCommand[] = [
  ...MEMBER_COMMANDS,
  ...SESSION_COMMANDS,
  ...SERVER_COMMANDS,
  ...REPORT_COMMANDS,
  ...STAFF_COMMANDS,
  ...REGISTRATION_COMMANDS,
  ...WAITLIST_COMMANDS,
  ...ANNOUNCEMENT_COMMANDS,
  ...MAINTENANCE_COMMANDS,
  ...JOB_COMMANDS,
  ...OBJECT_COMMANDS,
  ...DOCTOR_COMMANDS,
  ...LOG_COMMANDS,
  ...LOAD_COMMANDS,
  ...SITE_COMMANDS,
  ...BACKUP_COMMANDS,
  ...AUDIT_COMMANDS,
];
