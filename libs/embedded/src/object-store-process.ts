import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import S3rver, { type Context } from '@20minutes/s3rver';
import accounts from '@20minutes/s3rver/lib/models/account.js';

// Runs s3rver in a child process of object-store.ts, and exits with its parent. The settings come from the environment,
// because any user can read a command line.

const accessKey = required('OBJECT_STORE_ACCESS_KEY');
const account = accounts.DUMMY_ACCOUNT;
account.revokeAccessKey('S3RVER');
account.createKeyPair(accessKey, required('OBJECT_STORE_SECRET_KEY'));

const directory = required('OBJECT_STORE_FOLDER');
const store = new S3rver({
  address: '127.0.0.1',
  port: Number(required('OBJECT_STORE_PORT')),
  directory,
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: required('OBJECT_STORE_BUCKET') }],
});

const BUCKET = /^\/([a-z0-9][a-z0-9.-]*)\//;
const UPLOAD_ID = /^[0-9a-f]{32}$/;

/** Returns where s3rver has the parts of an upload until its object is complete; undefined for a malformed request. */
function folderOfParts({ path, query: { uploadId } }: Context): string | undefined {
  const bucket = BUCKET.exec(path)?.[1];
  const isValid = bucket !== undefined && typeof uploadId === 'string' && UPLOAD_ID.test(uploadId);
  return isValid ? join(directory, bucket, '._S3rver_uploads', uploadId) : undefined;
}

// s3rver accepts parts of an upload that it does not know, and cannot abort an upload: it refuses the method once it has checked
// the signature.
store.middleware.unshift(async (context, next) => {
  if (!('uploadId' in context.query)) return next();
  const folder = folderOfParts(context);
  if (context.method === 'DELETE') {
    await next().catch((error: unknown) => {
      if (Reflect.get(Object(error), 'code') !== 'MethodNotAllowed') throw error;
    });
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    context.status = 204;
    return;
  }
  if (folder !== undefined && existsSync(folder)) return next();
  // A client that is still sending reads no answer.
  await finished(context.req.resume());
  context.status = 404;
  context.body = '<Error><Code>NoSuchUpload</Code><Message>No such upload.</Message></Error>';
});

// s3rver grants full access to unsigned requests, and any web page in a local browser can reach the loopback.
store.middleware.unshift(async (context, next) => {
  const { headers, query } = context;
  const isSigned = 'authorization' in headers || 'X-Amz-Algorithm' in query || 'Signature' in query;
  if (isSigned) await next();
  else context.status = 403;
});

await removeTruncatedMetadata();
await store.run();
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
process.send?.({ type: 'ready' });

/** A kill in the middle of an upload can leave an empty file, which s3rver cannot parse: each listing would fail. */
async function removeTruncatedMetadata(): Promise<void> {
  const files = await readdir(directory, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('._S3rver_metadata.json'))) {
    const path = join(directory, file);
    if ((await stat(path)).size === 0) await rm(path);
  }
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is missing.`);
  return value;
}
