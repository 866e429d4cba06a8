import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:tls';
import { type Config, type Env, findVariable } from '@oniverse/platform/command';
import { ageText, type Check, type Finding, note, ok, problem, reasonOf, warning } from './finding.js';

const TIMEOUT_MS = 8_000;
const DAY_MS = 86_400_000;
/** Caddy renews a certificate a month before its end. */
const RENEW_DAYS = 14;
const FILES = ['REDIS_CA_FILE', 'REDIS_CERT_FILE', 'S3_CA_FILE', 'BACKUP_S3_CA_FILE'];

function judgeCertificate(name: string, validTo: Date): Finding {
  const left = validTo.getTime() - Date.now();
  const advice = 'Renew it. For one of Caddy, open ports 80 and 443, and read docker compose logs gateway.';
  if (Number.isNaN(left) || left < 0) return problem(`The certificate ${name} has expired.`, advice);
  const text = `The certificate ${name} is valid for ${ageText(left)}.`;
  return left < RENEW_DAYS * DAY_MS ? warning(text, advice) : ok(text);
}

/** Returns what a host presents: the end of its certificate, valid or not, and why a browser would refuse it, if it would. */
async function presentedBy({ hostname, port }: URL): Promise<{ validTo: Date; refusal: string | undefined }> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port) || 443,
      servername: hostname,
      rejectUnauthorized: false,
      timeout: TIMEOUT_MS,
    });
    socket.once('secureConnect', () => {
      const refusal = socket.authorized ? undefined : String(socket.authorizationError);
      resolve({ validTo: new Date(socket.getPeerCertificate().valid_to), refusal });
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error(`${hostname} does not answer.`)));
    socket.once('error', reject);
  });
}

async function judgeHost(url: URL): Promise<Finding> {
  const { validTo, refusal } = await presentedBy(url);
  const finding = judgeCertificate(`of ${url.host}`, validTo);
  if (finding.level === 'problem' || refusal === undefined) return finding;
  return problem(
    `Browsers refuse the certificate of ${url.host}: ${refusal}.`,
    'TLS_CERT_FILE must name this host and contain the whole chain. Name a private authority in EXTRA_CA_FILE.',
  );
}

/** Returns what `find` found. A certificate that cannot be read is a problem, and hides no other. */
async function judge(name: string, advice: string, find: () => Promise<Finding>): Promise<Finding> {
  try {
    return await find();
  } catch (error) {
    return problem(`The certificate ${name} cannot be read: ${reasonOf(error)}.`, advice);
  }
}

async function checkCertificates(config: Config, env: Env): Promise<Finding[]> {
  const hosts = config.publicOrigins.filter((each) => each.startsWith('https:')).map((each) => new URL(each));
  const files = FILES.flatMap((name) => {
    const file = findVariable(env, name);
    return file === undefined ? [] : [{ name, file }];
  });
  const findings = await Promise.all([
    ...hosts.map(async (url) =>
      judge(`of ${url.host}`, 'Check SITE_ADDRESS, the ports 80 and 443, and the log of the gateway.', () =>
        judgeHost(url),
      ),
    ),
    ...files.map(async ({ name, file }) =>
      judge(`in ${name}`, `Check the file ${file} in CERTIFICATES_FOLDER.`, async () => {
        const { validTo } = new X509Certificate(await readFile(file));
        return judgeCertificate(`in ${name}`, new Date(validTo));
      }),
    ),
  ]);
  return findings.length > 0 ? findings : [note('The site has no certificates.')];
}

/** Checks the certificates that the site presents, and those that its settings name. */
export const certificatesCheck = (config: Config, env: Env): Check => ({
  name: 'certificates',
  advice: 'Check SITE_ADDRESS, the ports 80 and 443, and the files in CERTIFICATES_FOLDER.',
  run: async () => checkCertificates(config, env),
});
