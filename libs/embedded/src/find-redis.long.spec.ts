import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findRedis } from './find-redis.js';

let home: string;
const folder = (name: string) => join(home, name);
// The programs of a simulated machine instead of those on this one.
const search = () => ({
  binDir: folder('own'),
  searchPath: [folder('path'), folder('other')].join(delimiter),
});

async function writeProgram(file: string, script: string): Promise<string> {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

const writeRedis = (where: string, version = '7.2.4', name = 'redis-server') =>
  writeProgram(join(folder(where), name), `echo "Redis server v=${version} sha=00000000:0"`);

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'oniverse-find-redis-'));
});

afterEach(async () => {
  await rm(home, { recursive: true, force: true });
});

describe('findRedis', () => {
  it('prefers a server on the PATH to the unpacked one', async () => {
    await writeRedis('own');
    const command = await writeRedis('other');
    expect(await findRedis(search())).toMatchObject({ command });
  });

  it('uses the unpacked server if the PATH has none or an outdated one', async () => {
    const command = await writeRedis('own');
    expect(await findRedis(search())).toMatchObject({ command });
    await writeRedis('path', '5.0.14');
    expect(await findRedis(search())).toMatchObject({ command });
  });

  it('accepts Valkey', async () => {
    const command = await writeRedis('path', '8.1.0', 'valkey-server');
    expect(await findRedis(search())).toMatchObject({ command });
  });

  it('uses Homebrew’s server and installs it if missing', async () => {
    const prefix = folder('cellar');
    const server = join(prefix, 'bin', 'redis-server');
    await writeProgram(
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
    expect(lines).toEqual(['Redis: installing with Homebrew']);
  });

  it('explains what to install if it finds no Redis', async () => {
    await expect(findRedis(search())).rejects.toThrow(/No Redis server 6.2 or newer.*or set REDIS_URL/);
    await writeRedis('path', '5.0.14');
    await expect(findRedis(search())).rejects.toThrow('is version 5.0');
  });

  it('reports why Debian’s package is not available', async () => {
    for (const name of ['dpkg-deb', 'dpkg-query', 'ldd'])
      await writeProgram(join(folder('path'), name), 'exit 0');
    await writeProgram(join(folder('path'), 'apt-get'), 'echo "E: Unable to locate package" >&2; exit 100');
    await expect(findRedis(search())).rejects.toThrow('E: Unable to locate package');
  });

  const onDebian = existsSync('/usr/bin/apt-get') ? it : it.skip;
  onDebian('unpacks Debian’s package once, without installing it', async () => {
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
    expect(lines).toEqual(['Redis: not installed, unpacking the Debian package']);
  });
});
