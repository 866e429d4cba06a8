/** A mail without its look. */
export interface MailContent {
  subject: string;
  /** The heading. */
  title: string;
  paragraphs: readonly string[];
  /** Facts, such as the time and the network of a sign-in. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** A list of links. */
  items?: readonly { text: string; url: string }[];
  action?: { label: string; url: string };
  /** Below the action. */
  afterword?: readonly string[];
  /** Why the reader gets this mail. */
  reason: string;
  /** Ends mails like this one: the page for readers, and the address for their mail programs. */
  unsubscribe?: { page: string; oneClick: string };
}
