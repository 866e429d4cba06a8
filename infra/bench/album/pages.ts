import type { Page } from '@playwright/test';
import { SESSION_STORAGE_KEY } from '@oniverse/contracts';

/** Path of the plain page, on the product's origin so that it can use the API. */
export const PLAIN = '/plain-album';

/** The reference: one script without a framework inserts all cards at once and loads pictures lazily. */
const PLAIN_PAGE = `<!doctype html><meta charset="utf-8"><title>Plain</title>
<style>
  body { margin: 0 auto; max-width: 1200px; font: 16px sans-serif }
  main { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 40px 28px }
  img { display: block; width: 100%; aspect-ratio: 4/3; object-fit: cover }
</style>
<main data-plain></main>
<script>
  const headers = { Authorization: 'Bearer ' + localStorage.getItem('${SESSION_STORAGE_KEY}') };
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

/** Path of a tall empty page, which shows the machine's maximum frame rate. */
export const EMPTY = '/empty-page';
const EMPTY_PAGE = '<!doctype html><title>Empty</title><body data-is-whole="true" style="height: 200000px">';

export async function installReferences(page: Page): Promise<void> {
  const serve = (path: string, body: string) =>
    page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }),
    );
  await serve(PLAIN, PLAIN_PAGE);
  await serve(EMPTY, EMPTY_PAGE);
}
