import { describe, expect, it } from '@jest/globals';
import { withHead } from './page-heads.js';

const PAGE =
  '<head><title>Oniverse</title>\n<meta\n  name="description"\n  content="A social platform."\n/></head>';
const HEAD = {
  title: 'Vesper',
  description: 'Night shifts.',
  url: 'https://oniverse.example/u/vesper',
  image: null,
};

describe('a page with a head of its own', () => {
  it('says what it is once', () => {
    const html = withHead(PAGE, { ...HEAD, image: 'https://oniverse.example/objects/a' });
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain('<title>Vesper</title>');
    expect(html.match(/name="description"/g)).toHaveLength(1);
    expect(html).toContain('<meta name="description" content="Night shifts." />');
    expect(html).toContain('<meta property="og:image" content="https://oniverse.example/objects/a" />');
    expect(html).not.toContain('A social platform.');
  });

  it('names no picture where there is none', () => {
    expect(withHead(PAGE, HEAD)).not.toContain('og:image');
  });

  it.each(['</title><script>alert(1)</script>', '" onload="alert(1)', "'><b>", '$& $1 $` &amp;'])(
    'leaves %s a text',
    (text) => {
      const html = withHead(PAGE, { title: text, description: text, url: text, image: text });
      const escaped = text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;');
      expect(html).toContain(`<title>${escaped}</title>`);
      expect(html).toContain(`<meta property="og:title" content="${escaped}" />`);
      expect(html.match(/<meta /g)).toHaveLength(7);
      expect(html).not.toMatch(/<script|<b>|<title>[^<]*<title>/);
    },
  );
});
