import { now } from '../measure/latency.js';

/** Bytes of a message's content. */
const LENGTH = 100;

/** What a message's content says about its sending. */
export interface Sending {
  /** Which of its channel's senders. */
  sender: number;
  /** The sender's count of messages, from 1. */
  number: number;
  /** In microseconds of the machine's clock. */
  sentAt: number;
}

/** A message's content, which says who sent it when, filled up to 100 bytes. */
export function contentOf(sender: number, number: number): string {
  return `${sender} ${number} ${now()} `.padEnd(LENGTH, '.');
}

/** Reads what {@link contentOf} wrote. */
export function readContent(content: string): Sending {
  const [sender, number, sentAt] = content.split(' ', 3).map(Number);
  if (sender === undefined || number === undefined || sentAt === undefined || Number.isNaN(sentAt)) {
    throw new Error(`A message that nobody sent: ${content}`);
  }
  return { sender, number, sentAt };
}
