import {
  type BoardView,
  type ChangedAnswer,
  createBoard,
  createImage,
  deleteBoard,
  deleteImage,
  type ImageView,
  listBoards,
  listOwnImages,
  listTags,
  normalizeUpload,
  type OkAnswer,
  removeAlbumTag,
  renameAlbumTag,
  setBoardVisibility,
  setImageVisibility,
  type TagView,
  updateBoard,
  updateImage,
} from '@oniverse/contracts';
import { http, HttpResponse } from 'msw';
import { member } from './members.js';
import { mock } from './mock.js';
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
    mock(listOwnImages, ({ query }) => this.listImages(query));
    mock(normalizeUpload, { objectPath: '/objects/normalized' });
    mock(createImage, ({ body }) => this.addImage(image({ title: null, ...body })));
    mock(updateImage, ({ id, body }) => this.changeImage(id, { ...body }));
    mock(setImageVisibility, ({ id, body }) => this.changeImage(id, { ...body }));
    mock(deleteImage, ({ id }) => this.remove(id));
    mock(listBoards, () => this.boards);
    mock(createBoard, ({ body }) => this.addBoard(board({ ...body })));
    mock(updateBoard, ({ id, body }) => this.changeBoard(id, { ...body }));
    mock(setBoardVisibility, ({ id, body }) => this.changeBoard(id, { ...body }));
    mock(deleteBoard, ({ id }) => this.remove(id));
    mock(listTags, () => this.listTags());
    mock(renameAlbumTag, ({ name, body }) => this.replaceTag(name, body ? [body.name] : []));
    mock(removeAlbumTag, ({ name }) => this.replaceTag(name, []));
    server.use(
      http.all(/\/api\/(images|boards|tags|album)/, async ({ request }) => {
        const { pathname, search } = new URL(request.url);
        const text = await request.clone().text();
        const body: unknown = text === '' ? undefined : JSON.parse(text);
        this.calls.push([request.method, pathname + search, body]);
        return this.intercept?.(request.method, pathname);
      }),
      http.get(/\/objects\//, () => HttpResponse.json({}, { status: 404 })),
    );
    return this;
  }

  /** Omits `GET` requests. */
  changingCalls(): AlbumCall[] {
    return this.calls.filter(([method]) => method !== 'GET');
  }

  private remove(id: string): OkAnswer {
    this.images = this.images.filter((each) => each.id !== id && each.boardId !== id);
    this.boards = this.boards.filter((each) => each.id !== id);
    return { ok: true };
  }

  private addBoard(added: BoardView): BoardView {
    this.boards = [added, ...this.boards];
    return added;
  }

  private changeBoard(id: string, change: Partial<BoardView>): BoardView {
    const next = board({ ...this.boards.find((each) => each.id === id), ...change });
    this.boards = this.boards.map((each) => (each.id === id ? next : each));
    if (!next.isPublic) {
      this.images = this.images.map((each) => (each.boardId === id ? { ...each, isPublic: false } : each));
    }
    return next;
  }

  private addImage(added: ImageView): ImageView {
    this.images = [added, ...this.images];
    return added;
  }

  private changeImage(id: string, change: Partial<ImageView>): ImageView {
    const next = image({ ...this.images.find((each) => each.id === id), ...change });
    this.images = this.images.map((each) => (each.id === id ? next : each));
    return next;
  }

  private listImages({
    q,
    tag,
    boardId,
    sort,
  }: { [K in 'q' | 'tag' | 'boardId' | 'sort']?: string }): ImageView[] {
    const fits = (each: ImageView) =>
      each.isPublic &&
      (!q || `${each.title} ${each.description}`.toLowerCase().includes(q.toLowerCase())) &&
      (!tag || each.tags.includes(tag)) &&
      (!boardId || each.boardId === boardId);
    const found = this.images.filter(fits);
    return sort === 'oldest' ? found.toReversed() : found;
  }

  private listTags(): TagView[] {
    const names = new Set([...this.images, ...this.boards].flatMap(({ tags }) => tags));
    return [...names].map((name) => ({ id: name, name, usageCount: 1 }));
  }

  private replaceTag(old: string, next: readonly string[]): ChangedAnswer {
    const changed = this.images.filter(({ tags }) => tags.includes(old)).length;
    this.images = this.images.map((each) => ({
      ...each,
      tags: each.tags.flatMap((tag) => (tag === old ? next : [tag])),
    }));
    return { ok: true, changed };
  }
}
