import { createECDH } from 'node:crypto';
import type { Config } from '@oniverse/platform/command';
import { createMailTransport } from '@oniverse/platform/worker';
import { type Check, note, ok, problem } from './finding.js';

/** Signs in to the mail server, and sends a test mail if there is a reader. @param to an address; undefined for none */
export const mailCheck = ({ mail }: Config, to: string | undefined): Check => ({
  name: 'mail',
  advice: 'Check SMTP_URL and MAIL_FROM, and whether this host may connect to the mail server.',
  run: async () => {
    if (mail === null) return [note('SMTP_URL is not set, so the site sends no mail.')];
    const transport = createMailTransport(mail);
    try {
      await transport.verify();
      if (to === undefined)
        return [ok('The mail server accepts the credentials. --mail ADDRESS sends a test mail.')];
      const { messageId } = await transport.sendMail({
        from: mail.from,
        to: { name: '', address: to },
        subject: 'Test mail of Oniverse',
        text: 'The mail server of this site works. If this is among spam, check SPF, DKIM and DMARC of the domain of MAIL_FROM.',
      });
      return [ok(`The mail server took the test mail ${messageId}. Check that it arrives.`)];
    } finally {
      transport.close();
    }
  },
});

/** Checks that the keys for pushes are a pair. */
export const pushCheck = ({ push }: Config): Check => ({
  name: 'push keys',
  advice: 'Make a pair with npx web-push generate-vapid-keys, and set both keys.',
  run: async () => {
    if (push.keys === null) return [note('VAPID_PUBLIC_KEY is not set, so the site does not push.')];
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(push.keys.privateKey, 'base64url');
    if (pair.getPublicKey('base64url') === push.keys.publicKey)
      return [ok('The keys for pushes are a pair.')];
    return [
      problem(
        'VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY, so push services refuse every push.',
        'Restore the former pair from a backup of .env. With a new one, members have to subscribe again.',
      ),
    ];
  },
});
