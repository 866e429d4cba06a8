import S3rver from '@20minutes/s3rver';
import accounts from '@20minutes/s3rver/lib/models/account.js';

// Runs s3rver in a child process of object-store.ts, and exits with its parent. The settings come from the environment,
// because any user can read a command line.

const accessKey = required('OBJECT_STORE_ACCESS_KEY');
const account = accounts.DUMMY_ACCOUNT;
account.revokeAccessKey('S3RVER');
account.createKeyPair(accessKey, required('OBJECT_STORE_SECRET_KEY'));

const store = new S3rver({
  address: '127.0.0.1',
  port: Number(required('OBJECT_STORE_PORT')),
  directory: required('OBJECT_STORE_FOLDER'),
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: required('OBJECT_STORE_BUCKET') }],
});

// s3rver grants full access to unsigned requests, and any web page in a local browser can reach the loopback.
store.middleware.unshift(async (context, next) => {
  const { headers, query } = context;
  const isSigned = 'authorization' in headers || 'X-Amz-Algorithm' in query || 'Signature' in query;
  if (isSigned) await next();
  else context.status = 403;
});

await store.run();
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
process.send?.({ type: 'ready' });

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is missing.`);
  return value;
}
