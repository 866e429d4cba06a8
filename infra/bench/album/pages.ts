import { STORAGE_KEYS } from '@oniverse/contracts';
import type { Page } from 'playwright-core';

/** Where the plain page stands: on the product's own origin, so that it may ask for the same things. */
export const PLAIN = '/plain-album';

/**
 * The same pictures with as little as there can be: one script, no framework, no virtual list. All cards are put into
 * the page at once, and the browser is told to load their pictures when they come near.
 */
const PLAIN_PAGE = `<!doctype html><meta charset="utf-8"><title>Plain</title>
<style>
  body { margin: 0 auto; max-width: 1200px; font: 16px sans-serif }
  main { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 40px 28px }
  img { display: block; width: 100%; aspect-ratio: 4/3; object-fit: cover }
</style>
<main data-plain></main>
<script>
  const headers = { Authorization: 'Bearer ' + localStorage.getItem('${STORAGE_KEYS.session}') };
  const card = ({ title, description, imageUrl, createdAt, tags }) => {
    const article = document.createElement('article');
    const image = new Image();
    Object.assign(image, { loading: 'lazy', decoding: 'async', src: imageUrl + '?w=640', alt: title });
    const text = (tag, words) => Object.assign(document.createElement(tag), { textContent: words });
    article.append(image, text('h2', title), text('p', description ?? ''), text('time', createdAt),
      ...tags.map((tag) => text('button', '#' + tag)));
    return article;
  };
  (async () => {
    let cursor = null;
    do {
      const query = new URLSearchParams({ isPublic: 'true', limit: '100', ...(cursor && { cursor }) });
      const answer = await fetch('/api/images?' + query, { headers });
      cursor = answer.headers.get('X-Next-Cursor');
      document.querySelector('main').append(...(await answer.json()).map(card));
    } while (cursor && new URLSearchParams(location.search).has('whole'));
    document.body.dataset.isWhole = 'true';
  })();
</script>`;

/** A tall page with nothing on it: as many frames as this machine makes just now. */
export const EMPTY = '/empty-page';
const EMPTY_PAGE = '<!doctype html><title>Empty</title><body data-is-whole="true" style="height: 200000px">';

/** Has the two pages that are measured beside the product answered by the browser itself. */
export async function installReferences(page: Page): Promise<void> {
  const answer = (path: string, body: string) =>
    page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }),
    );
  await answer(PLAIN, PLAIN_PAGE);
  await answer(EMPTY, EMPTY_PAGE);
}
