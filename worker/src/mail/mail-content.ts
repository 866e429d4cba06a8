/** A mail without its look. */
export interface MailContent {
  subject: string;
  /** The heading. */
  title: string;
  paragraphs: readonly string[];
  /** Facts, such as the time and the network of a change. */
  facts?: readonly (readonly [name: string, value: string])[];
  action?: { label: string; url: string };
  /** Below the action. */
  afterword?: readonly string[];
  /** Why the reader gets this mail. */
  reason: string;
}
