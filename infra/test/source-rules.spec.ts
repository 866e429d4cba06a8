import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SERVERS = ['backend', 'worker', 'libs/contracts', 'libs/data', 'libs/platform'];
const CLIENT = ['frontend/src'];
const SKIPPED = /(^|\/)(dist|node_modules|testing|specimen)\/|\.(spec|test)\.tsx?$/u;
const SOURCE = /\.(tsx?|js)$/u;

/** Returns the lines of the shipped sources under some folders that match a pattern. */
function linesWith(folders: readonly string[], pattern: RegExp): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => SOURCE.test(file) && !SKIPPED.test(file))
      .flatMap((file) =>
        readFileSync(join(ROOT, folder, file), 'utf8')
          .split('\n')
          .filter((line) => pattern.test(line))
          .map((line) => `${folder}/${file}: ${line.trim()}`),
      ),
  );
}

describe('the shipped sources', () => {
  it('draw no secret from Math.random', () => {
    const draws = linesWith(SERVERS, /Math\.random/u).map((line) => line.split(': ')[0]);
    // Delays that spread load over time.
    expect(new Set(draws)).toEqual(
      new Set([
        'libs/data/src/outbox-listener.ts',
        'libs/platform/src/jobs/job-runner.ts',
        'libs/platform/src/jobs/retry-delay.ts',
        'libs/platform/src/live/live.service.ts',
        'libs/platform/src/redis.ts',
      ]),
    );
  });

  it('mask passwords, and let password managers and the clipboard fill them', () => {
    const files = readdirSync(join(ROOT, 'frontend/src'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.tsx') && !SKIPPED.test(file),
    );
    const fields = files.flatMap((file) =>
      readFileSync(join(ROOT, 'frontend/src', file), 'utf8')
        .split(/(?=<[A-Z])/u)
        .filter((element) => /type="password"|(?:current|new)-password"/u.test(element))
        .map((element) => `${file}: ${element.split('/>')[0]}`),
    );
    expect(fields.length).toBeGreaterThan(6);
    for (const field of fields) {
      expect(field).toContain('type="password"');
      // The key of a waitlist claim is not the password of the account.
      if (!field.includes("field('accessKey')"))
        expect(field).toMatch(/autoComplete="(?:current|new)-password"/u);
    }
    // Only pasted pictures are handled, outside of forms with passwords.
    for (const line of linesWith(CLIENT, /onPaste|onCopy|addEventListener\('(?:paste|copy)'/u)) {
      expect(line).toMatch(
        /^frontend\/src\/features\/(?:profile\/(?:profile-editor|use-picture-uploads)|album\/upload\/)/u,
      );
    }
  });
});
