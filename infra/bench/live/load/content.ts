import { now } from '../measure/latency.js';

/** Length of a message's content in bytes. */
const CONTENT_LENGTH = 100;

/** The sender and time of a message, encoded in its content. */
export interface Sending {
  /** The index among the channel's senders. */
  sender: number;
  /** The sender's message count, from 1. */
  number: number;
  /** In microseconds, see `now`. */
  sentAt: number;
}

export function contentOf(sender: number, number: number, words = ''): string {
  return `${sender} ${number} ${now()} ${words}`.padEnd(CONTENT_LENGTH, '.');
}

export function readContent(content: string): Sending {
  const [sender, number, sentAt] = content.split(' ', 3).map(Number);
  if (sender === undefined || number === undefined || sentAt === undefined || Number.isNaN(sentAt)) {
    throw new Error(`Unknown message content: ${content}`);
  }
  return { sender, number, sentAt };
}
