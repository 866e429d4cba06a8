import type { ServerEvent, ServerPayload } from '@oniverse/contracts';
import { LivePublisher } from '@oniverse/platform';
import type { Told } from '@oniverse/testing';

/** Writes down what is published, and for which room. */
export class RecordingPublisher extends LivePublisher {
  readonly told: (Told & { room: string | readonly string[] })[] = [];

  override publish<E extends ServerEvent>(
    event: E,
    room: string | readonly string[],
    payload: ServerPayload<E>,
  ): void {
    this.told.push({ event, room, payload });
  }

  override enter(): void {}
  override leave(): void {}
  override endSession(): void {}
}
