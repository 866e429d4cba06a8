import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fetchDigest, parseImage, renewImages } from './renew.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const DIGEST = `sha256:${'0a'.repeat(32)}`;

describe('the images that others are made from', () => {
  let registry: Server;
  let url: string;
  const asked: string[] = [];

  beforeAll(async () => {
    // As Docker Hub: an anonymous pull needs a token.
    registry = createServer((request, response) => {
      const { method, headers, url: path = '' } = request;
      asked.push(`${method} ${path}`);
      if (path.startsWith('/token?')) {
        response.end('{"token":"granted"}');
      } else if (headers.authorization !== 'Bearer granted') {
        const challenge = `Bearer realm="${url}/token",service="registry.example",scope="repository:library/node:pull"`;
        response.writeHead(401, { 'www-authenticate': challenge }).end();
      } else if (path === '/v2/library/node/manifests/24-slim') {
        const isList = String(headers.accept).startsWith('application/vnd.oci.image.index.v1+json');
        response.writeHead(isList ? 200 : 406, { 'docker-content-digest': DIGEST }).end();
      } else {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => {
      registry.listen(0, '127.0.0.1', resolve);
    });
    const address = registry.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });

  afterAll(() => {
    registry.closeAllConnections();
    registry.close();
  });

  it('OPS-161 have the digests that their registry says, or stay as they are', async () => {
    const text = '# The images.\nNODE_IMAGE=node:24-slim@sha256:old\n';
    const digestOf = async (name: string) => fetchDigest(name, url);
    expect(await renewImages(text, digestOf)).toBe(`# The images.\nNODE_IMAGE=node:24-slim@${DIGEST}\n`);
    expect(asked).toEqual([
      'HEAD /v2/library/node/manifests/24-slim',
      'GET /token?service=registry.example&scope=repository%3Alibrary%2Fnode%3Apull',
      'HEAD /v2/library/node/manifests/24-slim',
    ]);
    await expect(renewImages('REDIS_IMAGE=redis:8', digestOf)).rejects.toThrow(
      'does not say what redis:8 is: 404',
    );
  });

  it('OPS-161 are found where Docker finds them', () => {
    const hub = 'https://registry-1.docker.io';
    expect(parseImage('node:24-slim@sha256:1')).toEqual({
      registry: hub,
      repository: 'library/node',
      tag: '24-slim',
    });
    expect(parseImage('chrislusf/seaweedfs:4.48')).toEqual({
      registry: hub,
      repository: 'chrislusf/seaweedfs',
      tag: '4.48',
    });
    expect(parseImage('registry.example:5000/a/b:1')).toEqual({
      registry: 'https://registry.example:5000',
      repository: 'a/b',
      tag: '1',
    });
    expect(() => parseImage('node')).toThrow('node has no tag.');
  });

  it('OPS-161 are named in one file, whose tags are those of a site without .env', () => {
    const named = new Map(
      Array.from(
        read('infra/docker/base-images').matchAll(/^(\w+)=([^@\n]+)/gmu),
        ([, name = '', tag = '']) => [name, tag],
      ),
    );
    const compose = read('docker-compose.yml') + read('compose.recovery.yml');
    const files = ['Dockerfile', 'gateway.Dockerfile', 'monitoring.Dockerfile'].map((file) =>
      read(`infra/docker/${file}`),
    );
    const defaults = [
      ...compose.matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/gu),
      ...files.join('\n').matchAll(/^ARG (\w+_IMAGE)=(.+)$/gmu),
    ].map(([, name = '', tag = '']) => [name, tag]);
    expect([...new Set(defaults.map(([name = '']) => name))].toSorted()).toEqual(
      [...named.keys()].toSorted(),
    );
    expect(defaults).toEqual(defaults.map(([name = '']) => [name, named.get(name)]));
    // No other image is public.
    for (const [, image = ''] of compose.matchAll(/^ +image: (?:&\S+ )?(\S+)$/gmu)) {
      expect(image).toMatch(/^(?:oniverse-|\$\{\w+_IMAGE:-|\*)/u);
    }
    for (const [, image = ''] of files.join('\n').matchAll(/^FROM (\S+)/gmu)) {
      expect(image).toMatch(/^(?:\$\{\w+_IMAGE\}|sources)$/u);
    }
  });
});
