import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findRedis } from './find-redis.js';

let home: string;
const folder = (name: string) => join(home, name);
// Where the tests' pretended machine has its programs; never those of this one.
const search = () => ({
  binDir: folder('own'),
  searchPath: [folder('path'), folder('other')].join(delimiter),
});

async function program(file: string, script: string): Promise<string> {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

const redis = (where: string, version = '7.2.4', name = 'redis-server') =>
  program(join(folder(where), name), `echo "Redis server v=${version} sha=00000000:0"`);

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'oniverse-find-redis-'));
});

afterEach(async () => {
  await rm(home, { recursive: true, force: true });
});

describe('findRedis', () => {
  it('takes the PATH’s before its own', async () => {
    await redis('own');
    const command = await redis('other');
    expect(await findRedis(search())).toMatchObject({ command });
  });

  it('takes its own when the PATH has none, or one that is too old', async () => {
    const command = await redis('own');
    expect(await findRedis(search())).toMatchObject({ command });
    await redis('path', '5.0.14');
    expect(await findRedis(search())).toMatchObject({ command });
  });

  it('takes Valkey for Redis', async () => {
    const command = await redis('path', '8.1.0', 'valkey-server');
    expect(await findRedis(search())).toMatchObject({ command });
  });

  it('takes Homebrew’s, and installs it when it is missing', async () => {
    const prefix = folder('cellar');
    const server = join(prefix, 'bin', 'redis-server');
    await program(
      join(folder('path'), 'brew'),
      `case "$1" in
        --prefix) echo ${prefix} ;;
        install) mkdir -p ${prefix}/bin
          printf '#!/bin/sh\\necho "Redis server v=8.0.1"\\n' > ${server}
          chmod +x ${server} ;;
      esac`,
    );
    const lines: string[] = [];
    const onProgress = (line: string) => lines.push(line);
    expect(await findRedis({ ...search(), onProgress })).toMatchObject({ command: server });
    expect(await findRedis({ ...search(), onProgress })).toMatchObject({ command: server });
    expect(lines).toEqual(['Redis: installing it with Homebrew']);
  });

  it('says what to install when there is none', async () => {
    await expect(findRedis(search())).rejects.toThrow(/No Redis server 6.2 or newer.*or set REDIS_URL/);
    await redis('path', '5.0.14');
    await expect(findRedis(search())).rejects.toThrow('is version 5.0');
  });

  it('says why Debian’s package cannot be had', async () => {
    for (const name of ['dpkg-deb', 'dpkg-query', 'ldd']) await program(join(folder('path'), name), 'exit 0');
    await program(join(folder('path'), 'apt-get'), 'echo "E: Unable to locate package" >&2; exit 100');
    await expect(findRedis(search())).rejects.toThrow('E: Unable to locate package');
  });

  const onDebian = existsSync('/usr/bin/apt-get') ? it : it.skip;
  onDebian('unpacks Debian’s package without installing it, once', async () => {
    await mkdir(folder('path'));
    for (const name of ['apt-get', 'dpkg-deb', 'dpkg-query', 'ldd']) {
      await symlink(join('/usr/bin', name), join(folder('path'), name));
    }
    const lines: string[] = [];
    const onProgress = (line: string) => lines.push(line);
    const found = await findRedis({ ...search(), onProgress });
    expect(found.command.startsWith(folder('own'))).toBe(true);
    expect(found.env['LD_LIBRARY_PATH']).toContain(folder('own'));
    expect(await findRedis({ ...search(), onProgress })).toMatchObject({ command: found.command });
    expect(lines).toEqual(['Redis: not installed, unpacking Debian’s package']);
  });
});
