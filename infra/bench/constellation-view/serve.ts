import { type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions, preview } from 'vite';

// From infra/bench/dist/constellation-view.
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PAGE = `${ROOT}infra/bench/constellation-view/page`;
const OUT = `${ROOT}artifacts/bench/constellation-view`;

export interface PageServer {
  url: string;
  stop: () => Promise<void>;
}

/** Builds and serves the page, with the client's build settings. */
export async function servePage(): Promise<PageServer> {
  const shared = { root: PAGE, configFile: false, logLevel: 'error' } as const;
  const outDir = OUT;
  await build({
    ...shared,
    resolve: { conditions: ['oniverse-source', ...defaultClientConditions] },
    build: { outDir, emptyOutDir: true },
  });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const address: AddressInfo | string | null = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('The page server has no address');
  return { url: `http://127.0.0.1:${address.port}/`, stop: () => server.close() };
}
