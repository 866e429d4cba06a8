import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { UPLOAD } from '@oniverse/contracts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('versions', () => {
  it('name each image of the product, which says so itself', () => {
    const images = [...read('docker-compose.yml').matchAll(/^ +image: (oniverse\S*)$/gmu)].map(
      ([, image]) => image,
    );
    expect(images.length).toBeGreaterThan(1);
    for (const image of images)
      expect(image).toMatch(/^oniverse-\w+:\$\{(?:ONIVERSE|GATEWAY)_VERSION:-dev\}$/u);
    expect(read('infra/docker/Dockerfile')).toMatch(
      /^LABEL .*org\.opencontainers\.image\.version=\$ONIVERSE_VERSION$/mu,
    );
  });
});

describe('docker-compose.yml', () => {
  it('lets no service with a health check inherit the processes of checks that were cut off', () => {
    const services =
      read('docker-compose.yml')
        .split(/^services:$/mu)[1]
        ?.split(/^(?= {2}\w[\w-]*:)/mu) ?? [];
    const checked = services.filter((text) => text.includes('healthcheck:'));
    expect(checked.length).toBeGreaterThan(5);
    for (const text of checked) expect(text).toMatch(/^ {4}(?:init: true|<<: \*server)$/mu);
  });
});

describe('compose.recovery.yml', () => {
  it('has no service whose PostgreSQL is missing when a script selects other profiles', () => {
    const service = read('compose.recovery.yml')
      .split(/^(?= {2}\w[\w-]*:)/mu)
      .find((text) => text.startsWith('  recovery:'));
    expect(service).toMatch(/depends_on:\n {6}postgres:/u);
    expect(service).toMatch(/^ {4}profiles: \[postgres\]$/mu);
  });
});

describe('Caddyfile', () => {
  it('lets the largest picture pass, and nothing much larger', () => {
    const megabytes = Number(/^\s*max_size (\d+)MB$/mu.exec(read('infra/docker/Caddyfile'))?.[1]);
    expect(megabytes * 1_000_000).toBeGreaterThan(UPLOAD.maxBytes);
    expect(megabytes * 1_000_000).toBeLessThan(1.1 * UPLOAD.maxBytes);
  });
});
