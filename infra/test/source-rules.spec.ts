import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SERVERS = [
  'backend',
  'worker',
  'libs/contracts',
  'libs/markdown',
  'libs/games',
  'libs/data',
  'libs/platform',
];
const CLIENT = ['frontend/src'];
const LIBS = readdirSync(join(ROOT, 'libs'))
  .filter((name) => name !== 'suites')
  .map((name) => `libs/${name}/src`);
const INFRA = readdirSync(join(ROOT, 'infra'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['dist', 'node_modules'].includes(entry.name))
  .map(({ name }) => `infra/${name}`);
const SKIPPED = /(^|\/)(dist|node_modules|testing|specimen)\/|\.(spec|test)\.tsx?$/u;
const TEST_FILE = /\.(spec|test)\.tsx?$/u;
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

describe.each([
  { part: 'backend', folders: ['backend/src'], ending: 'spec.ts' },
  { part: 'worker', folders: ['worker/src'], ending: 'spec.ts' },
  { part: 'frontend', folders: ['frontend/src'], ending: 'test.tsx' },
  { part: 'frontend', folders: ['frontend/src'], ending: 'test.ts' },
  { part: 'libs', folders: LIBS, ending: 'spec.ts' },
  { part: 'infra', folders: INFRA, ending: 'spec.ts' },
])('the suites of $part with $ending', ({ part, folders, ending }) => {
  const names = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).toSorted();
  const sourcesWith = (pattern: RegExp): string[] =>
    folders.flatMap((folder) =>
      names(folder).filter(
        (file) => SOURCE.test(file) && pattern.test(readFileSync(join(ROOT, folder, file), 'utf8')),
      ),
    );

  it('are all there', () => {
    const suites = names(`${part}/suites`).filter((name) => name.endsWith(ending));
    expect(suites.length).toBeGreaterThan(0);
    expect(suites).toEqual(suites.map((_, index) => `${index + 1}-of-${suites.length}.${ending}`));
  });

  it('load helpers that declare no hooks, which would be those of the first file that imports them', () => {
    const helpers = sourcesWith(/^(?:before|after)(?:All|Each)\(/mu).filter((file) => !TEST_FILE.test(file));
    // Jest loads these before each suite.
    const setup = ['testing/console-errors.ts', 'testing/setup.ts'];
    expect(helpers.filter((file) => !setup.includes(file))).toEqual([]);
  });

  it('leave out the files that replace modules', () => {
    const files = sourcesWith(/\bjest\.(?:mock|unstable_mockModule)\(/u).filter((file) =>
      file.endsWith(ending),
    );
    expect(files.filter((file) => !file.endsWith(`.alone.${ending}`))).toEqual([]);
  });
});

describe('the tests of the client', () => {
  it('clean up with `atTestEnd`, because a hook of their own runs while the page still shows', () => {
    const files = readdirSync(join(ROOT, 'frontend/src'), { recursive: true, encoding: 'utf8' });
    const tests = files.filter((file) => file.endsWith('.test.tsx'));
    expect(tests.length).toBeGreaterThan(100);
    const isWrong = (file: string) =>
      /\bafterEach\(/u.test(readFileSync(join(ROOT, 'frontend/src', file), 'utf8'));
    expect(tests.filter(isWrong)).toEqual([]);
  });
});

describe('the shipped sources', () => {
  it('draw no secret from Math.random', () => {
    const draws = linesWith(SERVERS, /Math\.random/u).map((line) => line.split(': ')[0]);
    // Delays that spread load over time.
    expect(new Set(draws)).toEqual(
      new Set([
        'libs/data/src/outbox-listener.ts',
        'libs/platform/src/jobs/job-runner.ts',
        'libs/platform/src/live/live.service.ts',
        'libs/platform/src/redis.ts',
      ]),
    );
  });

  it('run no text as code, and write no HTML', () => {
    const dynamic =
      /(?<!redis\.)\beval\(|new Function\b|dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write\(/u;
    expect(linesWith([...SERVERS, ...CLIENT], dynamic)).toEqual([]);
  });

  it('make regular expressions from constants, and from words of letters, digits and underscores', () => {
    const made = linesWith([...SERVERS, ...CLIENT], /\bRegExp\(/u).map((line) => line.split(': ')[0]);
    expect(new Set(made)).toEqual(
      new Set([
        'libs/contracts/src/shared/addresses.ts',
        'libs/contracts/src/shared/emoji.ts',
        'libs/contracts/src/shared/hashtags.ts',
        'libs/contracts/src/shared/mentions.ts',
        'libs/contracts/src/talk/message-spans.ts',
        'libs/contracts/src/shared/text.ts',
        'libs/data/src/mail-causes.ts',
        'frontend/src/session/unsent-texts.ts',
        // The words of a search, and an Oni ID.
        'frontend/src/features/site/search/result-line.tsx',
        'frontend/src/ui/own-mentions.tsx',
      ]),
    );
  });

  it('run no other programs', () => {
    expect(linesWith(SERVERS, /child_process|node:vm/u)).toEqual([]);
    // A thread of this program measures patterns that members wrote, which could block it.
    const threads = linesWith(SERVERS, /node:worker_threads/u).map((line) => line.split(': ')[0]);
    expect(threads).toEqual([
      'backend/src/talk/filters/filter-budget.ts',
      'backend/src/talk/filters/filter-measure.worker.ts',
    ]);
  });

  it('use no cookies, and no messages between windows', () => {
    expect(linesWith([...SERVERS, ...CLIENT], /document\.cookie|set-cookie|\.setCookie\(/iu)).toEqual([]);
    const windows = /window\.(?:postMessage|opener)|window\.addEventListener\('message'/u;
    expect(linesWith(CLIENT, windows)).toEqual([]);
  });

  it('use only approved ciphers and hash functions', () => {
    const primitives = linesWith(
      SERVERS,
      /create(?:Hash|Hmac|Cipheriv|Sign)\('|\b(?:md5|sha1|des|rc4|ecb)\b/iu,
    );
    // Authenticator apps expect HMAC-SHA-1 (RFC 6238), whose security does not depend on collisions.
    const others = primitives.filter(
      (line) => !/create(?:Hash|Hmac)\('sha256'/u.test(line) && !line.includes('factors/totp.ts'),
    );
    expect(others).toEqual([]);
    expect(linesWith(SERVERS, /ALGORITHM = /u)).toEqual([
      "libs/platform/src/secret-box.ts: const ALGORITHM = 'aes-256-gcm';",
    ]);
  });

  it('NXT-411 read the clock of the device only where no time of the server is compared with it', () => {
    const fileOf = (line: string) => line.split(': ')[0];
    const clocks = new Set(linesWith(CLIENT, /\bDate\.now\(\)|\bnew Date\(\)/u).map(fileOf));
    expect(clocks).toEqual(
      new Set([
        // The clock of the server, and when a request for its measurement was sent.
        'frontend/src/api/server-clock.ts',
        'frontend/src/api/http.ts',
        // Delays and durations in this browser.
        'frontend/src/features/album/album/album.queries.ts',
        'frontend/src/features/album/album/upload/draft-storage.ts',
        'frontend/src/features/site/home/use-reading-position.ts',
        'frontend/src/features/talk/log/drafts.ts',
        'frontend/src/features/talk/log/read-marks.ts',
        'frontend/src/features/talk/log/sender.ts',
        'frontend/src/features/talk/messages/typing.store.ts',
        'frontend/src/live/active-members.ts',
        'frontend/src/live/connection-machine.ts',
        'frontend/src/live/live.ts',
        'frontend/src/live/use-hinted-refetch.ts',
        'frontend/src/live/use-seconds-until.ts',
        'frontend/src/objects/with-retries.ts',
        'frontend/src/session/edit-drafts.ts',
        'frontend/src/ui/use-toast-timer.ts',
      ]),
    );
    clocks.delete('frontend/src/api/server-clock.ts');
    const parsed = linesWith(CLIENT, /\bDate\.parse\(/u).map(fileOf);
    expect(parsed.filter((file) => clocks.has(file))).toEqual([]);
  });

  it('name each keyboard event so that the lint rule against reading its key applies', () => {
    const typed = /(?<!\bevent): (?:React)?KeyboardEvent\b/u;
    const untyped = /(?:\bon\w*Key\w*(?:=\{|: )|'key(?:down|up)', )(?:\((?!event\b|\))|(?!event\b)\w+ =>)/u;
    const elsewhere = [...linesWith(CLIENT, typed), ...linesWith(CLIENT, untyped)].filter(
      (line) => !line.startsWith('frontend/src/ui/keys.ts: '),
    );
    expect(elsewhere).toEqual([]);
  });

  it('write the address of a call, and the key of its query, only in its declaration, also in tests', () => {
    const files = readdirSync(join(ROOT, 'frontend/src'), { recursive: true, encoding: 'utf8' });
    const typed = files
      .filter((file) => SOURCE.test(file) && !/^api\/|^testing\/call-handler\.ts$/u.test(file))
      .filter((file) =>
        /['"`]\/api(?:[/$]|['"`])/u.test(readFileSync(join(ROOT, 'frontend/src', file), 'utf8')),
      );
    expect(typed).toEqual([]);
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
    // Only pasted files are handled, outside of forms with passwords.
    for (const line of linesWith(CLIENT, /onPaste|onCopy|addEventListener\('(?:paste|copy)'/u)) {
      expect(line).toMatch(
        /^frontend\/src\/(?:features\/people\/profile\/(?:profile-editor|use-picture-uploads)|objects\/use-incoming-files)/u,
      );
    }
  });
});
