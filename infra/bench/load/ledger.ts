export interface Written {
  id: string;
  seq: number;
  /** Undefined if it has one of several texts, because an edit was not acknowledged. */
  content: string | undefined;
  /** Whether an edit was asked for. */
  hasChanged: boolean;
  member: number;
  /** The text of its file. */
  file: string | undefined;
  /** The acknowledged reactions: an emoji and who used it. */
  reactions: Map<string, Set<number>>;
}

const RECENT = 20;

/** What the site acknowledged to the members of a process. */
export class Ledger {
  readonly channels = new Map<string, Written[]>();
  private readonly byId = new Map<string, Written>();
  private readonly latest = new Map<number, Written>();

  addMessage(
    channelId: string,
    message: Pick<Written, 'id' | 'seq' | 'content' | 'member'> & { file?: string | undefined },
  ): void {
    const written: Written = { file: undefined, ...message, hasChanged: false, reactions: new Map() };
    const list = this.channels.get(channelId) ?? [];
    list.push(written);
    this.channels.set(channelId, list);
    this.byId.set(written.id, written);
    this.latest.set(written.member, written);
  }

  addReaction(id: string, emoji: string, member: number): void {
    const reactions = this.byId.get(id)?.reactions;
    reactions?.set(emoji, (reactions.get(emoji) ?? new Set()).add(member));
  }

  recent(channelId: string): readonly Written[] {
    return this.channels.get(channelId)?.slice(-RECENT) ?? [];
  }

  lastOf(member: number): Written | undefined {
    return this.latest.get(member);
  }
}

/** A message as the site shows it now. */
export interface Shown {
  id: string;
  content: string;
  /** By emoji. */
  reactions: Readonly<Record<string, number>>;
  /** The paths of its files. */
  files: readonly string[];
}

/**
 * Compares what was acknowledged in a channel with what the site shows, by position. A file is compared by `readFile`, and is missing
 * if that returns another text. @returns one line for each thing that is missing
 */
export async function findLost(
  written: readonly Written[],
  shown: ReadonlyMap<number, Shown>,
  readFile: (path: string) => Promise<string | undefined>,
): Promise<string[]> {
  const lost: string[] = [];
  for (const { id, seq, content, hasChanged, file, reactions } of written) {
    const message = shown.get(seq);
    if (message?.id !== id) {
      lost.push(`message ${id} at ${seq}`);
      continue;
    }
    if (content !== undefined && message.content !== content)
      lost.push(`${hasChanged ? 'edit' : 'text'} of ${id}`);
    for (const [emoji, members] of reactions) {
      if ((message.reactions[emoji] ?? 0) < members.size) lost.push(`reaction ${emoji} to ${id}`);
    }
    if (file !== undefined && (await readFile(message.files[0] ?? '')) !== file) lost.push(`file of ${id}`);
  }
  return lost;
}
