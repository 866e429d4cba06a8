/** A text that was written on its own, as a Markdown file. */
export interface WrittenText {
  title: string;
  markdownContent: string;
  tags: readonly string[];
  createdAt: Date;
}

/** A text as a file to read: what it is called, when it was written, its tags, and then the text as it is. */
export function markdownOf({ title, markdownContent, tags, createdAt }: WrittenText): string {
  const about = [createdAt.toISOString(), ...tags.map((tag) => `#${tag}`)].join(' ');
  return `# ${title.replaceAll(/\s+/g, ' ')}\n\n${about}\n\n---\n\n${markdownContent}\n`;
}
