import type { ServerEvent, ServerPayload } from '@oniverse/contracts';
import { LivePublisher } from '@oniverse/platform';
import type { ReceivedEvent } from '@oniverse/testing';

export class RecordingPublisher extends LivePublisher {
  readonly published: (ReceivedEvent & {
    room: string | readonly string[];
    /** Absent for an event to the whole room. */
    except?: readonly string[];
  })[] = [];

  readonly hints: { topic: string; payload: unknown }[] = [];

  override publish<E extends ServerEvent>(
    event: E,
    room: string | readonly string[],
    payload: ServerPayload<E>,
    except: readonly string[] = [],
  ): void {
    this.published.push({ event, room, payload, ...(except.length > 0 && { except }) });
  }

  override publishHint(topic: string, payload: unknown): void {
    this.hints.push({ topic, payload });
  }

  override joinRooms(): void {}
  override leaveRooms(): void {}
  override publishLast(): void {}
}
