import { describe, expect, it } from '@jest/globals';
import { withUrl, withHead } from './page-heads.js';

const PAGE =
  '<head><title>Oniverse</title>\n<meta\n  name="description"\n  content="A social platform."\n/></head>';
const HEAD = {
  type: 'profile' as const,
  title: 'Vesper',
  description: 'Night shifts.',
  url: 'https://oniverse.example/u/vesper',
  image: null,
};

describe('page heads', () => {
  it('replace the title and the description', () => {
    const html = withHead(PAGE, { ...HEAD, image: 'https://oniverse.example/objects/a' });
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain('<title>Vesper</title>');
    expect(html.match(/name="description"/g)).toHaveLength(1);
    expect(html).toContain('<meta name="description" content="Night shifts." />');
    expect(html).toContain('<meta property="og:image" content="https://oniverse.example/objects/a" />');
    expect(html).not.toContain('A social platform.');
  });

  it('contain the escaped URL of a prerendered page once', () => {
    const html = withUrl('<head></head><body></head></body>', 'https://a.example/"><script>$&/purpose');
    expect(html).toContain(
      '<meta property="og:url" content="https://a.example/&quot;&gt;&lt;script&gt;$&amp;/purpose" />',
    );
    expect(html.match(/og:url/g)).toHaveLength(1);
  });

  it('omit the picture if there is none', () => {
    expect(withHead(PAGE, HEAD)).not.toContain('og:image');
  });

  it.each(['</title><script>alert(1)</script>', '" onload="alert(1)', "'><b>", '$& $1 $` &amp;'])(
    'escape %s',
    (text) => {
      const html = withHead(PAGE, { ...HEAD, title: text, description: text, url: text, image: text });
      const escaped = text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;');
      expect(html).toContain(`<title>${escaped}</title>`);
      expect(html).toContain(`<meta property="og:title" content="${escaped}" />`);
      expect(html.match(/<meta /g)).toHaveLength(8);
      expect(html).not.toMatch(/<script|<b>|<title>[^<]*<title>/);
    },
  );
});
