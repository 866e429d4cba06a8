import {
  type AnyCall,
  type BoardView,
  type Call,
  type CallMethod,
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
  type RequestFields,
  setBoardVisibility,
  setImageVisibility,
  type TagView,
  updateBoard,
  updateImage,
} from '@oniverse/contracts';
import type { Received } from './call-handler.js';
import { member } from './members.js';
import { mock } from './mock.js';

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

/** A received request. */
export type AlbumCall = [call: AnyCall, request: object];

export class AlbumApi {
  images: ImageView[] = [];
  boards: BoardView[] = [];
  readonly calls: AlbumCall[] = [];
  /** If set, answers requests before the model does; `undefined` passes to the model. */
  intercept: ((call: AnyCall) => Response | undefined | Promise<Response | undefined>) | undefined;

  install(): this {
    this.answer(listOwnImages, ({ query }) => this.listImages(query));
    this.answer(normalizeUpload, () => ({ objectPath: '/objects/normalized' }));
    this.answer(createImage, ({ body }) => this.addImage(image({ title: null, ...body })));
    this.answer(updateImage, ({ id, body }) => this.changeImage(id, { ...body }));
    this.answer(setImageVisibility, ({ id, body }) => this.changeImage(id, { ...body }));
    this.answer(deleteImage, ({ id }) => this.remove(id));
    this.answer(listBoards, () => this.boards);
    this.answer(createBoard, ({ body }) => this.addBoard(board({ ...body })));
    this.answer(updateBoard, ({ id, body }) => this.changeBoard(id, { ...body }));
    this.answer(setBoardVisibility, ({ id, body }) => this.changeBoard(id, { ...body }));
    this.answer(deleteBoard, ({ id }) => this.remove(id));
    this.answer(listTags, () => this.listTags());
    this.answer(renameAlbumTag, ({ name, body }) => this.replaceTag(name, body ? [body.name] : []));
    this.answer(removeAlbumTag, ({ name }) => this.replaceTag(name, []));
    return this;
  }

  private answer<P extends string, A, Q extends RequestFields, B extends RequestFields>(
    call: Call<CallMethod, P, A, Q, B>,
    answer: (received: Received<P, Q, B>) => NoInfer<A>,
  ): void {
    mock(call, async (received: Received<P, Q, B>) => {
      this.calls.push([call, received]);
      return (await this.intercept?.(call)) ?? answer(received);
    });
  }

  /** Omits `GET` requests. */
  changingCalls(): AlbumCall[] {
    return this.calls.filter(([{ method }]) => method !== 'GET');
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
