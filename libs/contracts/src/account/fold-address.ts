/** A standard of browsers and Node (https://url.spec.whatwg.org/), which the compiler does not know in this package. */
declare const URL: { new (url: string): { readonly hostname: string }; canParse: (url: string) => boolean };

/** A domain of letters, digits and hyphens of any script; a full stop has three forms (RFC 3490, section 3.1). */
const ADDRESS = /^([^@]+)@([\p{L}\p{M}\p{N}.\u3002\uFF0E-]+)$/u;

/**
 * Returns an e-mail address with the ASCII form of its domain (https://www.rfc-editor.org/rfc/rfc5891): `bücher.example`
 * and `xn--bcher-kva.example` are one domain. A text that is no address stays as it is.
 */
export function foldAddress(text: string): string {
  const [, local, domain] = ADDRESS.exec(text) ?? [];
  if (local === undefined || domain === undefined || !/\P{ASCII}/u.test(domain)) return text;
  const url = `http://${domain}`;
  return URL.canParse(url) ? `${local}@${new URL(url).hostname}` : text;
}
