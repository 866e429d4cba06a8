import S3rver from '@20minutes/s3rver';
import accounts from '@20minutes/s3rver/lib/models/account.js';

// A process of its own around s3rver, started by object-store.ts with what it needs in the environment (a
// command line can be read by everybody on the machine). It ends when its starter does.

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

// s3rver lets everybody do everything who does not even try to sign, and a web page in a browser on this
// machine can reach the loopback.
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
