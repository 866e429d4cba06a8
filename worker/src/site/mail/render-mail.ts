import { PRODUCT_NAME } from '@oniverse/contracts';
import { escapeHtml } from '@oniverse/platform';
import type { MailContent } from './mail-content.js';

const UNSUBSCRIBE = 'Stop this digest';
const PLAIN_ADDRESS = 'If the button does not work, open this address:';

/** Renders a mail as plain text. */
export function renderText(content: MailContent): string {
  const { title, paragraphs, facts = [], items = [], action, afterword = [], reason, unsubscribe } = content;
  const parts = [
    title,
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    items.map(({ text, url }) => `- ${text}\n  ${url}`).join('\n'),
    action ? `${action.label}:\n${action.url}` : '',
    ...afterword,
    `-- \n${PRODUCT_NAME}. ${reason}`,
    unsubscribe ? `${UNSUBSCRIBE}: ${unsubscribe.page}` : '',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const SERIF = `'Old Standard TT', 'Bodoni 72', Didot, Georgia, 'Times New Roman', serif`;
const MONO = `'IBM Plex Mono', ui-monospace, 'SF Mono', Menlo, Consolas, monospace`;
const BODY = `font:400 15px/1.65 ${MONO}`;
const SMALL = `font:400 13px/1.6 ${MONO}`;

/** The light palette of the site, written into each element: some programs remove style sheets. */
const LIGHT = {
  page: 'background:#d7d8d9',
  sheet: 'background:#ebebea;border:1px solid #a9afb1',
  text: 'color:#12191c',
  quiet: 'color:#414c51',
  line: 'border-top:1px solid #bfc4c5',
  button: 'background:#00574a;border:1px solid #00574a;color:#f2f7f5',
  link: 'color:#00574a',
} as const;
type Look = keyof typeof LIGHT;

/** The dark palette, for programs that know style sheets and the reader's mode. */
const DARK: Readonly<Record<Look, string>> = {
  page: 'background:#06090c !important',
  sheet: 'background:#0b1014 !important;border-color:#2b383b !important',
  text: 'color:#e6edea !important',
  quiet: 'color:#9aa8a5 !important',
  line: 'border-color:#263033 !important',
  button: 'background:#6cf0cb !important;border-color:#6cf0cb !important;color:#04140f !important',
  link: 'color:#6cf0cb !important',
};

const STYLES = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
${Object.entries(DARK)
  .map(([name, style]) => `.${name} { ${style} }`)
  .join('\n')}
}
@media (max-width: 480px) { .sheet { padding: 28px 22px !important; } h1 { font-size: 27px !important; } }`;

/** Returns the attributes of an element: its colours in both palettes, and further styles. */
const look = (name: Look, style: string): string => `class="${name}" style="${LIGHT[name]};${style}"`;

/** The mark of the product: a star with its ring. Drawn with borders, since many programs show no pictures. */
const MARK = `<span style="display:inline-block;width:9px;height:9px;border:1px solid currentColor;border-radius:50%;padding:3px;vertical-align:-3px"><span style="display:block;width:9px;height:9px;border-radius:50%;background:currentColor"></span></span>`;

const paragraph = (text: string): string =>
  `<p ${look('text', `margin:0 0 16px;${BODY}`)}>${escapeHtml(text)}</p>`;

const factRow = ([name, value]: readonly [string, string]): string =>
  `<tr><td ${look('quiet', `padding:5px 20px 5px 0;${SMALL};white-space:nowrap;vertical-align:top`)}>${escapeHtml(name)}</td><td ${look('text', `padding:5px 0;${SMALL};word-break:break-word`)}>${escapeHtml(value)}</td></tr>`;

const itemRow = ({ text, url }: { text: string; url: string }): string =>
  `<tr><td ${look('line', `padding:11px 0;${BODY};word-break:break-word`)}><a ${look('link', 'text-decoration:none')} href="${escapeHtml(url)}">${escapeHtml(text)}</a></td></tr>`;

const table = (rows: readonly string[]): string =>
  rows.length === 0
    ? ''
    : `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${rows.join('')}</table>`;

function button({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  const style = `display:inline-block;padding:13px 24px;border-radius:2px;font:600 15px/1.2 ${MONO};text-decoration:none`;
  return `<p style="margin:26px 0 22px"><a ${look('button', style)} href="${address}">${escapeHtml(label)}</a></p>
<p ${look('quiet', `margin:0 0 20px;${SMALL}`)}>${PLAIN_ADDRESS}<br><a ${look('link', 'word-break:break-all')} href="${address}">${address}</a></p>`;
}

/** Renders a mail as HTML in the look of the site, without pictures and requests to any server. */
export function renderHtml(content: MailContent): string {
  const { subject, title, paragraphs, facts = [], items = [], action, afterword = [], reason } = content;
  const { unsubscribe } = content;
  const end = unsubscribe
    ? ` <a ${look('quiet', '')} href="${escapeHtml(unsubscribe.page)}">${UNSUBSCRIBE}</a>.`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLES}</style>
</head>
<body ${look('page', 'margin:0;padding:0')}>
<table role="presentation" ${look('page', '')} width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 14px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td ${look('text', `padding:0 2px 16px;font:400 17px/1.2 ${SERIF};letter-spacing:.14em`)}>${MARK}&nbsp; ${PRODUCT_NAME.toUpperCase()}</td></tr>
<tr><td ${look('sheet', 'padding:38px 40px')}>
<h1 ${look('text', `margin:0 0 18px;font:400 32px/1.2 ${SERIF}`)}>${escapeHtml(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
${table(facts.map(factRow))}${table(items.map(itemRow))}${action ? button(action) : ''}
${afterword.map(paragraph).join('\n')}
</td></tr>
<tr><td ${look('quiet', `padding:18px 2px 0;${SMALL}`)}>${escapeHtml(reason)}${end}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
