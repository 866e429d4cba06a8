import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:tls';
import { type Config, type Env, findVariable } from '@oniverse/platform/command';
import { ageText, type Check, type Finding, note, ok, problem, warning } from './finding.js';

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

/** Returns the end of the certificate that a host presents, valid or not. */
async function presentedUntil({ hostname, port }: URL): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port) || 443,
      servername: hostname,
      rejectUnauthorized: false,
      timeout: TIMEOUT_MS,
    });
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error(`${hostname} does not answer.`)));
    socket.once('error', reject);
  });
}

async function checkCertificates(config: Config, env: Env): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const origin of config.publicOrigins.filter((each) => each.startsWith('https:'))) {
    const url = new URL(origin);
    findings.push(judgeCertificate(`of ${url.host}`, await presentedUntil(url)));
  }
  for (const name of FILES) {
    const file = findVariable(env, name);
    if (file === undefined) continue;
    findings.push(
      judgeCertificate(`in ${name}`, new Date(new X509Certificate(await readFile(file)).validTo)),
    );
  }
  return findings.length > 0 ? findings : [note('The site has no certificates.')];
}

/** Checks the certificates that the site presents, and those that its settings name. */
export const certificatesCheck = (config: Config, env: Env): Check => ({
  name: 'certificates',
  advice: 'Check SITE_ADDRESS, the ports 80 and 443, and the files in CERTIFICATES_FOLDER.',
  run: async () => checkCertificates(config, env),
});
