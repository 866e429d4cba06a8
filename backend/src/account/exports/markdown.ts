/** A post or an archived profile. */
export interface ExportedText {
  title: string;
  markdownContent: string;
  tags: readonly string[];
  createdAt: Date;
}

export function markdownOf({ title, markdownContent, tags, createdAt }: ExportedText): string {
  const about = [createdAt.toISOString(), ...tags.map((tag) => `#${tag}`)].join(' ');
  return `# ${title.replaceAll(/\s+/g, ' ')}\n\n${about}\n\n---\n\n${markdownContent}\n`;
}
