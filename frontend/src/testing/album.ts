import type { BoardView, ImageView } from '@oniverse/contracts';
import { http, HttpResponse } from 'msw';
import { member } from './members.js';
import { server } from './server.js';

const at = '2026-01-05T12:00:00.000Z';
let made = 0;
const idOf = (number: number) => `0193a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A picture of the member's; tests give what matters to them. */
export function image(given: Partial<ImageView> = {}): ImageView {
  made += 1;
  return {
    id: idOf(made),
    userId: member().id,
    boardId: null,
    title: `Plate ${made}`,
    description: null,
    imageUrl: `/objects/plate-${made}`,
    tags: [],
    isPublic: true,
    width: 900,
    height: 600,
    blurhash: null,
    ready: true,
    createdAt: at,
    updatedAt: at,
    ...given,
  };
}

/** A board of the member's. */
export function board(given: Partial<BoardView> = {}): BoardView {
  made += 1;
  return {
    id: idOf(made),
    userId: member().id,
    name: `Board ${made}`,
    description: null,
    tags: [],
    isPublic: true,
    createdAt: at,
    updatedAt: at,
    ...given,
  };
}

/** One call that the album made: its method, its path with the query, its body. */
export type AlbumCall = [method: string, path: string, body: unknown];

/** The album as the API has it. */
export class AlbumApi {
  images: ImageView[] = [];
  boards: BoardView[] = [];
  readonly calls: AlbumCall[] = [];
  /** Answers a call in place of the album: `PUT /api/boards/…`. */
  refuse: ((method: string, path: string) => Response | undefined) | undefined;

  /** Takes the album's calls from here on. */
  install(): this {
    server.use(
      http.all(/\/api\/(images|boards|tags|album)/, async ({ request }) => {
        const { pathname, searchParams, search } = new URL(request.url);
        const text = await request.text();
        const body: unknown = text === '' ? undefined : JSON.parse(text);
        this.calls.push([request.method, pathname + search, body]);
        return (
          this.refuse?.(request.method, pathname) ?? this.answer(request.method, pathname, searchParams, body)
        );
      }),
      http.get(/\/objects\//, () => HttpResponse.json({}, { status: 404 })),
    );
    return this;
  }

  /** What changed something, in order. */
  changes(): AlbumCall[] {
    return this.calls.filter(([method]) => method !== 'GET');
  }

  private answer(method: string, path: string, query: URLSearchParams, body: unknown): Response {
    const [, , kind, id = '', part] = path.split('/');
    const change: object = typeof body === 'object' && body !== null ? body : {};
    if (kind === 'album') return HttpResponse.json({ ok: true, changed: this.changeTag(part ?? '', change) });
    if (kind === 'tags') return HttpResponse.json(this.tags());
    if (path === '/api/images/normalize') return HttpResponse.json({ objectPath: '/objects/normalized' });
    if (method === 'DELETE') {
      this.images = this.images.filter((held) => held.id !== id && held.boardId !== id);
      this.boards = this.boards.filter((held) => held.id !== id);
      return HttpResponse.json({ ok: true });
    }
    if (kind === 'boards') return this.onBoards(method, id, change);
    return this.onImages(method, id, query, change);
  }

  private onBoards(method: string, id: string, change: object): Response {
    if (method === 'GET') return HttpResponse.json(this.boards);
    const held = this.boards.find((each) => each.id === id);
    const next = board({ ...held, ...change });
    this.boards = held ? this.boards.map((each) => (each === held ? next : each)) : [next, ...this.boards];
    if (!next.isPublic) {
      this.images = this.images.map((each) => (each.boardId === id ? { ...each, isPublic: false } : each));
    }
    return HttpResponse.json(next, { status: held ? 200 : 201 });
  }

  private onImages(method: string, id: string, query: URLSearchParams, change: object): Response {
    if (method === 'GET') return this.page(query);
    const held = this.images.find((each) => each.id === id);
    const next = image({ ...(!held && { title: null }), ...held, ...change });
    this.images = held ? this.images.map((each) => (each === held ? next : each)) : [next, ...this.images];
    return HttpResponse.json(next, { status: held ? 200 : 201 });
  }

  private page(query: URLSearchParams): Response {
    const [q, tag, boardId] = ['q', 'tag', 'boardId'].map((name) => query.get(name));
    const fits = (each: ImageView) =>
      each.isPublic &&
      (!q || `${each.title} ${each.description}`.toLowerCase().includes(q.toLowerCase())) &&
      (!tag || each.tags.includes(tag)) &&
      (!boardId || each.boardId === boardId);
    const found = this.images.filter(fits);
    return HttpResponse.json(query.get('sort') === 'oldest' ? found.toReversed() : found);
  }

  private tags() {
    const names = new Set([...this.images, ...this.boards].flatMap(({ tags }) => tags));
    return [...names].map((name) => ({ id: name, name, usageCount: 1 }));
  }

  private changeTag(old: string, change: object): number {
    const next = 'name' in change ? [String(change.name)] : [];
    const having = this.images.filter(({ tags }) => tags.includes(old));
    this.images = this.images.map((each) => ({
      ...each,
      tags: each.tags.flatMap((tag) => (tag === old ? next : [tag])),
    }));
    return having.length;
  }
}
