import { TextDecoder } from 'node:util';
import { LINK_PREVIEW_LIMITS as LIMITS } from '@oniverse/contracts';
import { Parser } from 'htmlparser2';
import { cleanPageText } from './page-texts.js';

/** What a page says of itself. */
export interface PageHead {
  site: string | undefined;
  title: string | undefined;
  description: string | undefined;
  /** The address of a picture, as the page has it. */
  picture: string | undefined;
}

/** The names of the elements that a page says it with, best first. */
const NAMES = {
  site: ['og:site_name'],
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  picture: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const;
const KNOWN: ReadonlySet<string> = new Set(Object.values(NAMES).flat());
/** A title may come in many pieces, so this bounds them before they are cleaned. */
const MAX_TITLE = 10 * LIMITS.title;

/** How many bytes may declare the encoding of a page (https://html.spec.whatwg.org/#determining-the-character-encoding). */
const DECLARATION_BYTES = 1_024;
const DECLARED = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w:-]+)/iu;
const BYTE_ORDER_MARKS = [
  ['efbbbf', 'utf-8'],
  ['feff', 'utf-16be'],
  ['fffe', 'utf-16le'],
] as const;
const DEFAULT_ENCODING = 'utf-8';

/** Collects the head of a page while it arrives. */
class HeadCollector {
  /** Whether what follows belongs to the body. */
  hasEnded = false;
  private readonly found = new Map<string, string>();
  private title = '';
  private isInTitle = false;
  private hasTitle = false;
  private readonly parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'body') this.hasEnded = true;
      if (name === 'title') this.isInTitle = !this.hasTitle && !this.hasEnded;
      if (name === 'meta') this.addMeta(attributes);
    },
    ontext: (text) => {
      if (this.isInTitle && this.title.length < MAX_TITLE) this.title += text.slice(0, MAX_TITLE);
    },
    onclosetag: (name) => {
      if (name === 'head') this.hasEnded = true;
      if (name !== 'title' || !this.isInTitle) return;
      this.isInTitle = false;
      this.hasTitle = true;
    },
  });

  write(text: string): void {
    this.parser.write(text);
  }

  finish(): PageHead {
    this.parser.end();
    return {
      site: cleanPageText(this.firstOf(NAMES.site), LIMITS.site),
      title:
        cleanPageText(this.firstOf(NAMES.title), LIMITS.title) ?? cleanPageText(this.title, LIMITS.title),
      description: cleanPageText(this.firstOf(NAMES.description), LIMITS.description),
      picture: this.firstOf(NAMES.picture)?.trim(),
    };
  }

  private addMeta({ property, name, content }: Readonly<Record<string, string>>): void {
    if (this.hasEnded || content === undefined || content.trim() === '') return;
    for (const given of [property, name]) {
      const key = given?.trim().toLowerCase();
      if (key !== undefined && KNOWN.has(key) && !this.found.has(key)) this.found.set(key, content);
    }
  }

  private firstOf(names: readonly string[]): string | undefined {
    const name = names.find((each) => this.found.has(each));
    return name === undefined ? undefined : this.found.get(name);
  }
}

/**
 * Reads the head of an HTML page, and no further.
 * @param chunks its bytes, of which it may leave the rest
 * @param charset as its server declares it, which counts more than what the page declares
 */
export async function readPageHead(chunks: AsyncIterable<Buffer>, charset?: string): Promise<PageHead> {
  const head = new HeadCollector();
  let start = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    if (decoder) {
      head.write(decoder.decode(chunk, { stream: true }));
    } else {
      start = Buffer.concat([start, chunk]);
      if (start.length < DECLARATION_BYTES) continue;
      decoder = decoderOf(start, charset);
      head.write(decoder.decode(start, { stream: true }));
    }
    if (head.hasEnded) break;
  }
  if (!head.hasEnded) head.write((decoder ?? decoderOf(start, charset)).decode(decoder ? undefined : start));
  return head.finish();
}

function decoderOf(start: Buffer, charset: string | undefined): TextDecoder {
  const hex = start.subarray(0, 3).toString('hex');
  const marked = BYTE_ORDER_MARKS.find(([mark]) => hex.startsWith(mark))?.[1];
  const declared = DECLARED.exec(start.subarray(0, DECLARATION_BYTES).toString('latin1'))?.[1];
  // A page that could be read as ASCII so far is not in UTF-16.
  const inPage = declared?.toLowerCase().startsWith('utf-16') === true ? DEFAULT_ENCODING : declared;
  for (const label of [marked, charset, inPage]) {
    const decoder = label === undefined ? undefined : findDecoder(label);
    if (decoder) return decoder;
  }
  return new TextDecoder(DEFAULT_ENCODING);
}

/** Returns undefined for an encoding that nobody knows. */
function findDecoder(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
