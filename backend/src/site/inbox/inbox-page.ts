import { PRODUCT_NAME } from '@oniverse/contracts';
import { type Html, html } from '../../shared/index.js';
import type { InboxMail } from './inbox.service.js';

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const LINK = /(https?:\/\/[^\s<>"]+)/;

export const inboxPath = (name: string): string => `/dev/mail/${name}`;

/** Renders text with its addresses as links. */
const linked = (text: string): Html =>
  html`${text
    .split(LINK)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" rel="noopener">${part}</a>` : part))}`;

const row = (mail: InboxMail, shown: InboxMail | undefined): Html =>
  html`<li>
    <a href="${inboxPath(mail.name)}" ${mail.name === shown?.name ? html` aria-current="page"` : ''}>
      <b>${mail.subject}</b><span>${mail.to}</span><time>${TIME.format(mail.date)}</time>
    </a>
  </li>`;

const shownMail = (mail: InboxMail): Html =>
  html`<article aria-labelledby="subject">
    <h2 id="subject">${mail.subject}</h2>
    <p class="meta">To ${mail.to}, ${TIME.format(mail.date)}</p>
    <iframe
      title="The mail as HTML"
      src="${inboxPath(mail.name)}/html"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>
    <h3>As plain text</h3>
    <pre>${linked(mail.text)}</pre>
  </article>`;

const EMPTY = html`<p class="meta">
  No mail yet. Register, or ask for a reset of a password: the mail appears here, and nowhere else.
</p>`;

/** Renders the embedded inbox. @param shown the open mail */
export function renderInbox(mails: readonly InboxMail[], shown: InboxMail | undefined): string {
  return html`<!doctype html>
    <html lang="en" class="dark-mode">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Mail on this machine, ${PRODUCT_NAME}</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/api/docs/files/docs.css" />
        <link rel="stylesheet" href="/dev/mail/inbox.css" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <a class="home" href="/">${PRODUCT_NAME}</a>
          <nav aria-label="Inbox"><a href="/dev/mail">All mail</a></nav>
        </header>
        <main id="main" tabindex="-1">
          <h1>Mail on this machine</h1>
          <p class="meta">
            What this site would send. Nothing leaves this machine until <code>SMTP_URL</code> names a mail
            server.
          </p>
          <div class="inbox">
            <ol aria-label="Mails, newest first">
              ${mails.map((mail) => row(mail, shown))}
            </ol>
            ${shown === undefined ? (mails.length === 0 ? EMPTY : '') : shownMail(shown)}
          </div>
        </main>
      </body>
    </html> `.markup;
}
