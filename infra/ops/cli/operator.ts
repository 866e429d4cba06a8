import { hostname, userInfo } from 'node:os';
import type { Env } from '@oniverse/platform/command';

/** Returns who runs a command: the name from a script or docker compose, or else the user of the operating system. */
export function operatorOf(env: Env): { operator: string; host: string } {
  const operator = [env['OPS_USER'], env['SUDO_USER'], env['USER']].find(Boolean) ?? systemUser();
  return { operator, host: hostname() };
}

/** A container may run as a user without a name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
