import type { BoardView, ImageView } from '@oniverse/contracts';
import { http, HttpResponse } from 'msw';
import { member } from './members.js';
import { server } from './server.js';

const at = '2026-01-05T12:00:00.000Z';
let made = 0;
const idOf = (number: number) => `0193a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

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

/** A received request: method, path with query, and body. */
export type AlbumCall = [method: string, path: string, body: unknown];

export class AlbumApi {
  images: ImageView[] = [];
  boards: BoardView[] = [];
  readonly calls: AlbumCall[] = [];
  /** If set, answers requests before the model does; `undefined` passes to the model. */
  intercept: ((method: string, path: string) => Response | undefined) | undefined;

  install(): this {
    server.use(
      http.all(/\/api\/(images|boards|tags|album)/, async ({ request }) => {
        const { pathname, searchParams, search } = new URL(request.url);
        const text = await request.text();
        const body: unknown = text === '' ? undefined : JSON.parse(text);
        this.calls.push([request.method, pathname + search, body]);
        return (
          this.intercept?.(request.method, pathname) ??
          this.handleRequest(request.method, pathname, searchParams, body)
        );
      }),
      http.get(/\/objects\//, () => HttpResponse.json({}, { status: 404 })),
    );
    return this;
  }

  /** Omits `GET` requests. */
  changingCalls(): AlbumCall[] {
    return this.calls.filter(([method]) => method !== 'GET');
  }

  private handleRequest(method: string, path: string, query: URLSearchParams, body: unknown): Response {
    const [, , kind, id = '', part] = path.split('/');
    const change: object = typeof body === 'object' && body !== null ? body : {};
    if (kind === 'album') return HttpResponse.json({ ok: true, changed: this.renameTag(part ?? '', change) });
    if (kind === 'tags') return HttpResponse.json(this.listTags());
    if (path === '/api/images/normalize') return HttpResponse.json({ objectPath: '/objects/normalized' });
    if (method === 'DELETE') {
      this.images = this.images.filter((each) => each.id !== id && each.boardId !== id);
      this.boards = this.boards.filter((each) => each.id !== id);
      return HttpResponse.json({ ok: true });
    }
    if (kind === 'boards') return this.handleBoards(method, id, change);
    return this.handleImages(method, id, query, change);
  }

  private handleBoards(method: string, id: string, change: object): Response {
    if (method === 'GET') return HttpResponse.json(this.boards);
    const existing = this.boards.find((each) => each.id === id);
    const next = board({ ...existing, ...change });
    this.boards = existing
      ? this.boards.map((each) => (each === existing ? next : each))
      : [next, ...this.boards];
    if (!next.isPublic) {
      this.images = this.images.map((each) => (each.boardId === id ? { ...each, isPublic: false } : each));
    }
    return HttpResponse.json(next, { status: existing ? 200 : 201 });
  }

  private handleImages(method: string, id: string, query: URLSearchParams, change: object): Response {
    if (method === 'GET') return this.listImages(query);
    const existing = this.images.find((each) => each.id === id);
    const next = image({ ...(!existing && { title: null }), ...existing, ...change });
    this.images = existing
      ? this.images.map((each) => (each === existing ? next : each))
      : [next, ...this.images];
    return HttpResponse.json(next, { status: existing ? 200 : 201 });
  }

  private listImages(query: URLSearchParams): Response {
    const [q, tag, boardId] = ['q', 'tag', 'boardId'].map((name) => query.get(name));
    const fits = (each: ImageView) =>
      each.isPublic &&
      (!q || `${each.title} ${each.description}`.toLowerCase().includes(q.toLowerCase())) &&
      (!tag || each.tags.includes(tag)) &&
      (!boardId || each.boardId === boardId);
    const found = this.images.filter(fits);
    return HttpResponse.json(query.get('sort') === 'oldest' ? found.toReversed() : found);
  }

  private listTags() {
    const names = new Set([...this.images, ...this.boards].flatMap(({ tags }) => tags));
    return [...names].map((name) => ({ id: name, name, usageCount: 1 }));
  }

  private renameTag(old: string, change: object): number {
    const next = 'name' in change ? [String(change.name)] : [];
    const having = this.images.filter(({ tags }) => tags.includes(old));
    this.images = this.images.map((each) => ({
      ...each,
      tags: each.tags.flatMap((tag) => (tag === old ? next : [tag])),
    }));
    return having.length;
  }
}
