import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StopStep } from './process-identity.js';
import { stopRecordedProcess, writeProcessRecord } from './process-record.js';
import { type RunningServer, type ServerOptions, startOnPort, waitUntilReady } from './running-server.js';
import { launch } from './server-process.js';

export interface ObjectStoreOptions extends ServerOptions {
  /** The only accepted key pair; may differ between starts. */
  readonly accessKey: string;
  readonly secretKey: string;
  /** Created if missing. */
  readonly bucket: string;
}

export interface RunningObjectStore extends RunningServer {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly bucket: string;
}

const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGTERM', graceMs: 5_000 },
  { signal: 'SIGKILL', graceMs: 5_000 },
];

// Always the compiled file, because Node cannot run TypeScript even if this file runs from source in a test.
const PROGRAM = fileURLToPath(new URL('../dist/object-store-process.js', import.meta.url));

/**
 * Starts an S3 server (s3rver) on a data folder. It listens on 127.0.0.1, requires signed requests, and exits with this
 * process. A server left over on the same folder is stopped first.
 * @throws Error with the end of its log
 */
export async function startObjectStore(options: ObjectStoreOptions): Promise<RunningObjectStore> {
  const { accessKey, secretKey, bucket } = options;
  const dataDir = resolve(options.dataDir);
  const logFile = options.logFile ?? `${dataDir}.log`;
  if (!existsSync(PROGRAM)) {
    throw new Error('The object store is not compiled yet; run `npx tsc -b libs/embedded`.');
  }
  const folder = join(dataDir, 'buckets');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const record = join(dataDir, 'process.json');
  await stopRecordedProcess(record, STOP_STEPS);

  return startOnPort(options.port, async (port) => {
    const server = await launch({
      name: 'The object store',
      command: process.execPath,
      args: [PROGRAM],
      cwd: dataDir,
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        OBJECT_STORE_PORT: String(port),
        OBJECT_STORE_FOLDER: folder,
        OBJECT_STORE_ACCESS_KEY: accessKey,
        OBJECT_STORE_SECRET_KEY: secretKey,
        OBJECT_STORE_BUCKET: bucket,
      },
      logFile,
      stopSteps: STOP_STEPS,
      boundToParent: false,
      ipc: true,
    });
    let isReady = false;
    server.child.once('message', () => {
      isReady = true;
    });
    try {
      await writeProcessRecord(record, server.identity);
      await waitUntilReady('The object store', server, () => Promise.resolve(isReady));
    } catch (error) {
      await server.stop();
      throw error;
    }
    const { pid, ended, stop } = server;
    const endpoint = `http://127.0.0.1:${port}`;
    const region = 'us-east-1';
    return { endpoint, region, accessKey, secretKey, bucket, port, pid, logFile, ended, stop };
  });
}
