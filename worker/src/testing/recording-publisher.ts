import type { ServerEvent, ServerPayload } from '@oniverse/contracts';
import { LivePublisher } from '@oniverse/platform';
import type { ReceivedEvent } from '@oniverse/testing';

export class RecordingPublisher extends LivePublisher {
  readonly published: (ReceivedEvent & { room: string | readonly string[] })[] = [];

  override publish<E extends ServerEvent>(
    event: E,
    room: string | readonly string[],
    payload: ServerPayload<E>,
  ): void {
    this.published.push({ event, room, payload });
  }

  override joinRooms(): void {}
  override leaveRooms(): void {}
  override publishLast(): void {}
}
