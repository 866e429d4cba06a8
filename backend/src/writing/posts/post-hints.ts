import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { LiveService } from '@oniverse/platform/backend';
import { FEED_PACE } from './feed-hints.js';

/** Minimum time between two hints about a post by one backend. */
const HINT_MS = 500;

export interface ChangedPost {
  id: string;
  authorId: string;
  /** Whether others can see it, or could before the change. */
  isShown: boolean;
}

/**
 * Hints to open pages of a post that something changed. The pages fetch what they show, so permissions are checked again
 * for each reader. While others cannot see a post, only its author gets hints, wherever a page is still open.
 */
@Injectable()
export class PostHints implements OnApplicationShutdown {
  /** Posts with a recent hint, and the change since then. */
  private readonly paused = new Map<string, { timer: NodeJS.Timeout; next?: ChangedPost }>();

  constructor(private readonly live: LiveService) {}

  onApplicationShutdown(): void {
    for (const { timer } of this.paused.values()) clearTimeout(timer);
  }

  /** Publishes a hint at once, or at the end of the pause after the previous one. Call it after the commit. */
  publish(post: ChangedPost): void {
    const pause = this.paused.get(post.id);
    if (pause) {
      pause.next = { ...post, isShown: post.isShown || (pause.next?.isShown ?? false) };
      return;
    }
    this.paused.set(post.id, { timer: setTimeout(() => this.endPause(post.id), HINT_MS) });
    this.send(post.isShown ? ROOMS.post(post.id) : ROOMS.user(post.authorId), post.id);
  }

  /** Makes all open pages of the member's posts check whether their readers may still see them. */
  publishVisibility(authorId: string): void {
    this.send(ROOMS.postsBy(authorId), null);
  }

  private endPause(id: string): void {
    const next = this.paused.get(id)?.next;
    this.paused.delete(id);
    if (next) this.publish(next);
  }

  private send(room: string, postId: string | null): void {
    const withinMs = Math.round((this.live.roomSize(room) * 1_000) / FEED_PACE.fetchesPerSecond);
    this.live.publish('post:changed', room, { postId, withinMs });
  }
}
