const property = (value: unknown, name: string): string => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'string' ? found : '';
};

// https://www.postgresql.org/docs/18/errcodes-appendix.html, class 28
const POSTGRES = /^28(000|P01)$/;
// https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
const S3 = /^(AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch)$/;
const S3_EXPIRED = /^(ExpiredToken|InvalidToken)$/;
const REDIS = /(?:^|^All sentinels .*: )(WRONGPASS|NOAUTH) /;
const REDIS_RIGHTS = /^NOPERM /;

/** Returns what to do when a service refuses the credentials of this site; undefined for other errors. */
export function adviceForRefusal(error: unknown): string | undefined {
  const code = property(error, 'code');
  if (POSTGRES.test(code)) {
    return (
      'PostgreSQL refuses the password. It keeps the one that it was created with, whatever .env says. If .env was lost ' +
      'or changed, run infra/ops/rotate postgres. With your own PostgreSQL, correct DATABASE_URL and PRODUCT_DATABASE_URL.'
    );
  }
  if (S3_EXPIRED.test(code)) {
    return 'The keys of the object store have expired. Check what writes S3_CREDENTIALS_FILE, or the token of Kubernetes.';
  }
  if (S3.test(code)) {
    return 'The object store refuses the keys. Check S3_ACCESS_KEY and S3_SECRET_KEY, or run infra/ops/rotate objects.';
  }
  if (REDIS.test(property(error, 'message'))) {
    return 'Redis refuses the password. Check REDIS_URL, or run infra/ops/rotate redis.';
  }
  if (REDIS_RIGHTS.test(property(error, 'message'))) {
    return "Redis's user of REDIS_URL lacks a right. docs/operations.md lists what it needs.";
  }
  return undefined;
}
