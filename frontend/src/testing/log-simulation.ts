import type { MessageView } from '@oniverse/contracts';
import { isUpToDate, openRequest } from '../features/talk/log/channel.js';
import {
  applyToChannel,
  confirmedIn,
  confirmRead,
  draftIn,
  draftKey,
  getChannel,
  learnThread,
  unsentDraft,
  updateLog,
  updateOperations,
  useLog,
} from '../features/talk/log/log.store.js';
import {
  type DraftOperation,
  type EditOperation,
  idOf,
  type Operation,
  type Operations,
  ruleOf,
  type Wish,
} from '../features/talk/log/operations.js';
import {
  asSending,
  dueOperations,
  hurried,
  type Outcome,
  retried,
  settled,
  withForeign,
  withOperation,
  without,
} from '../features/talk/log/pending.js';
import { shownMessages } from '../features/talk/log/shown.js';
import { seededRandom } from '../ui/figures/geometry.js';
import { CHANNELS, ME, type Packet, SimulatedServer } from './simulated-server.js';

const EMOJIS = ['✨', '🌑'];

interface Tab {
  name: string;
  log: ReturnType<typeof useLog.getState>;
  /** What it stored or read, by id. */
  known: Map<string, Operation>;
  /** The keys that other tabs changed. */
  storageEvents: string[];
  packets: Packet[];
  isConnected: boolean;
}

interface Request {
  tab: Tab;
  sent: Operation;
  version: number | undefined;
  reply?: { outcome: Outcome; apply: (() => void) | undefined };
}

/** What the member asked for last, as the model knows it. */
interface Asked {
  id: string;
  wish: Wish;
  tab: string;
  version: number;
  state: 'open' | 'done' | 'refused' | 'discarded';
  wasRefused: boolean;
  /** The tab in which it was asked for. */
  origin: string;
}

/** What a client or the server has of a talk. */
interface View {
  messages: readonly MessageView[];
  emojisOf: (seq: number) => readonly string[] | undefined;
  readSeq: number;
  draft: string;
}

function isTrue({ id, wish }: Asked, view: View): boolean {
  const message = 'seq' in wish ? view.messages.find(({ seq }) => seq === wish.seq) : undefined;
  switch (wish.kind) {
    case 'send':
    case 'play':
      return view.messages.some(({ nonce }) => nonce === id);
    case 'edit':
      return message?.content === wish.content;
    case 'delete':
      return message !== undefined && message.deletedAt !== null;
    case 'react':
      return view.emojisOf(wish.seq)?.includes(wish.emoji) === wish.isMine;
    case 'read':
      return view.readSeq >= wish.seq;
    case 'draft':
      return view.draft === wish.text;
    default:
      return wish satisfies never;
  }
}

function valueOf(wish: Wish): unknown {
  if ('content' in wish) return wish.content;
  if ('isMine' in wish) return wish.isMine;
  if (wish.kind === 'play') return wish.move;
  return wish.kind === 'read' ? wish.seq : wish.kind === 'draft' && wish.text;
}

const subjectOf = (id: string): string => id.split(':')[1] ?? id;

/** Returns what the client stores of an operation. */
function recordOf(operation: Operation): Operation {
  const { dueAt: _due, attempts: _attempts, problem, ...rest } = operation;
  return { ...rest, ...(rest.state === 'refused' ? { problem } : { state: 'waiting' }) };
}

const isSame = (one: object | undefined, other: object | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isBusyTab = ({ storageEvents, packets, log }: Tab): boolean =>
  storageEvents.length + packets.length > 0 || log.operations.some(({ state }) => state !== 'refused');

const laneOf = (operation: Operation): string => `${ruleOf(operation).lane} ${operation.talkId}`;

/**
 * A member with up to two tabs, and a server with other members and another device of the member. Answers and live
 * events are lost, late and repeated. The model is the list of what the member asked for.
 */
export class LogSimulation {
  readonly trace: string[] = [];
  private tabs: Tab[] = [];
  private readonly server = new SimulatedServer((packet) => {
    for (const tab of this.tabs) if (tab.isConnected) tab.packets.push(packet);
  });
  private readonly closedTabs = new Set<string>();
  private readonly disk = new Map<string, Operation>();
  private diskDrafts: Tab['log']['drafts'] = {};
  private requests: Request[] = [];
  private readonly asked = new Map<string, Asked>();
  private readonly answered = new Set<string>();
  private now = 0;
  private counter = 0;
  private random = seededRandom(0);
  private isFaulty = true;

  constructor() {
    this.openTab();
  }

  /** Takes one step, which the seed and the state decide. */
  step(seed: number): void {
    this.random = seededRandom(seed);
    this.takeStep();
    this.check();
  }

  /** Lets everything through, and compares what the server has with what was asked for. */
  finish(): void {
    this.note('finish');
    this.isFaulty = false;
    this.server.isBanned = false;
    if (this.tabs.length === 0) this.openTab();
    for (let round = 0; round < 30 && (round < 2 || this.isBusy()); round += 1) {
      this.now += 60_000;
      for (const tab of this.tabs) {
        while (tab.storageEvents.length > 0) this.takeStorageEvent(tab);
        this.adopt(tab);
        for (const packet of tab.packets.splice(0)) this.in(tab, packet.apply);
        this.connect(tab);
        for (const talkId of this.server.logs.keys()) this.open(tab, talkId);
      }
      for (const request of this.requests) this.complete(request);
    }
    this.check();
    this.checkEnd();
  }

  private isBusy(): boolean {
    return this.requests.length > 0 || this.tabs.some(isBusyTab);
  }

  private note(text: string): void {
    this.trace.push(text);
  }
  private below(bound: number): number {
    return Math.floor(this.random() * bound);
  }
  private chance(probability: number): boolean {
    return this.isFaulty && this.random() < probability;
  }
  private pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  /** Does something in a tab, and stores its operations as the client does. */
  private in(tab: Tab, change: () => void): void {
    useLog.setState(tab.log, true);
    change();
    tab.log = useLog.getState();
    const wanted = new Map(
      tab.log.operations
        .filter(({ state }) => state !== 'stored')
        .map((operation) => [operation.id, operation]),
    );
    for (const [id, operation] of tab.known) {
      if (wanted.has(id)) continue;
      const isCurrent = isSame(this.disk.get(id), recordOf(operation));
      tab.known.delete(id);
      if (isCurrent) this.write(tab, id, undefined);
    }
    for (const [id, operation] of wanted) {
      if (operation.tab !== tab.name || tab.known.get(id) === operation) continue;
      tab.known.set(id, operation);
      this.write(tab, id, recordOf(operation));
    }
    for (const [key, draft] of Object.entries(tab.log.drafts)) {
      if (isSame(this.diskDrafts[key], draft)) continue;
      this.diskDrafts = { ...this.diskDrafts, [key]: draft };
      this.announce(tab, key);
    }
  }

  private announce(tab: Tab, key: string): void {
    for (const other of this.tabs) if (other !== tab) other.storageEvents.push(key);
  }

  private write(tab: Tab, id: string, operation: Operation | undefined): void {
    if (isSame(this.disk.get(id), operation)) return;
    if (operation) this.disk.set(id, operation);
    else this.disk.delete(id);
    this.announce(tab, id);
  }

  /** Returns the stored operations of all tabs, in the order in which they were asked for. */
  private stored(): Operation[] {
    return [...this.disk.values()].toSorted((one, other) => one.at.localeCompare(other.at));
  }

  private takeStorageEvent(tab: Tab): void {
    const id = tab.storageEvents.shift();
    if (id === undefined) return;
    const draft = this.diskDrafts[id];
    if (draft && draft.rev >= (tab.log.drafts[id]?.rev ?? 0)) {
      this.in(tab, () => updateLog(({ drafts }) => ({ drafts: { ...drafts, [id]: draft } })));
    }
    if (draft) return;
    const operation = this.disk.get(id);
    if (operation?.tab === tab.name) return;
    this.note(`${tab.name} sees ${id} ${operation?.state ?? 'end'}`);
    if (operation) tab.known.set(id, operation);
    else tab.known.delete(id);
    this.in(tab, () => updateOperations((all) => withForeign(all, { id, userId: ME, operation })));
  }

  private openTab(): void {
    this.counter += 1;
    const log = { ...useLog.getInitialState(), drafts: this.diskDrafts };
    const name = `tab${this.counter}`;
    const tab: Tab = {
      name,
      log,
      known: new Map(this.disk),
      storageEvents: [],
      packets: [],
      isConnected: false,
    };
    this.note(`${name} opens`);
    this.tabs.push(tab);
    this.in(tab, () => updateOperations(() => this.stored()));
    this.connect(tab);
  }

  private closeTab(tab: Tab): void {
    this.note(`${tab.name} closes`);
    for (const request of this.requests) if (request.tab === tab && this.chance(0.5)) this.process(request);
    this.requests = this.requests.filter((request) => request.tab !== tab);
    this.tabs = this.tabs.filter((other) => other !== tab);
    this.closedTabs.add(tab.name);
  }

  /** Takes over what closed tabs left. */
  private adopt(tab: Tab): void {
    const left = this.stored().filter((operation) => this.closedTabs.has(operation.tab));
    for (const { id } of left) {
      this.note(`${tab.name} adopts ${id}`);
      const asked = this.asked.get(id);
      if (asked) asked.tab = tab.name;
    }
    const take = (all: Operations, operation: Operation) =>
      withForeign(all, { id: operation.id, userId: ME, operation: { ...operation, tab: tab.name } });
    this.in(tab, () => updateOperations((all) => left.reduce(take, all)));
    this.sendDue(tab);
  }

  private connect(tab: Tab): void {
    if (!tab.isConnected) this.note(`${tab.name} connects`);
    tab.isConnected = true;
    for (const talkId of Object.keys(tab.log.channels)) this.open(tab, talkId);
    this.in(tab, () => {
      for (const talkId of this.server.drafts.keys()) this.server.draftAnswer(talkId)();
      for (const [talkId, seq] of this.server.reads) confirmRead(talkId, seq);
      updateOperations(hurried);
    });
    this.sendDue(tab);
  }

  private disconnect(tab: Tab): void {
    this.note(`${tab.name} disconnects`);
    tab.isConnected = false;
    tab.packets = [];
    for (const request of this.requests.filter(({ sent }) => sent.kind === 'send')) {
      if (request.tab === tab) this.lose(request, false);
    }
  }

  private open(tab: Tab, talkId: string): void {
    this.in(tab, () => {
      for (const [messageId, threadId] of this.server.threads) {
        const isNew = useLog.getState().threads[messageId] === undefined;
        if (threadId === talkId && isNew) learnThread(ME, messageId, threadId);
      }
      do {
        const request = openRequest(talkId, getChannel(talkId));
        applyToChannel(talkId, { type: 'opened', request, answer: this.server.log(talkId).open(request) });
      } while (!isUpToDate(getChannel(talkId)));
    });
  }

  private sendDue(tab: Tab): void {
    const own = { userId: ME, tab: tab.name, now: this.now };
    for (const operation of dueOperations(tab.log.operations, own, confirmedIn(tab.log)).due) {
      const sent = asSending(operation);
      this.in(tab, () => updateOperations((all) => all.map((each) => (each === operation ? sent : each))));
      this.note(`${tab.name} sends ${sent.id} ${String(valueOf(sent))}`);
      const isAlready = (request: Request) => {
        // A message that is shown to be stored needs no answer, and one that started a thread is in it now.
        const current = request.tab === tab && tab.log.operations.find(({ id }) => id === request.sent.id);
        return request.sent.id === sent.id || (current && laneOf(current) === laneOf(sent));
      };
      this.require(!this.requests.some(isAlready), `sends two at the same time: ${sent.id}`);
      const version = this.asked.get(sent.id)?.version;
      this.require(!this.answered.has(`${sent.id} ${version}`), `sends what was answered: ${sent.id}`);
      this.requests.push({ tab, sent, version });
    }
  }

  /** The server gets a request; its answer may be lost. */
  private process(request: Request): void {
    const { tab, sent } = request;
    if (request.reply) return;
    const isOut = !tab.isConnected && (sent.kind === 'send' || this.chance(0.5));
    const later = { message: 'later', retryAt: this.now + 5_000 };
    if (isOut || this.chance(0.15)) return this.lose(request, !isOut);
    if (this.chance(0.1)) request.reply = { outcome: { is: 'later', problem: later }, apply: undefined };
    else {
      const isConflict = sent.kind === 'edit' && this.isConflict(tab, sent);
      const answer = isConflict ? undefined : this.server.handle(sent);
      const refusal: Outcome = { is: 'refused', problem: { message: isConflict ? 'conflict' : 'banned' } };
      const outcome: Outcome = answer
        ? { is: 'answered', ...(answer.seq !== undefined && { seq: answer.seq }) }
        : refusal;
      request.reply = { outcome, apply: answer?.apply };
      if (this.chance(0.2)) request.reply = { outcome: { is: 'none', isConnected: true }, apply: undefined };
    }
    this.note(`server gets ${sent.id}: ${request.reply.outcome.is}`);
    return undefined;
  }

  /** Whether the text is not the one that the edit began from. The client asks before it sends an edit. */
  private isConflict(tab: Tab, edit: EditOperation & { sentTexts?: readonly string[] | undefined }): boolean {
    const { talkId, seq, messageId, base, content, sentTexts = [] } = edit;
    const channel = tab.log.channels[talkId];
    const isLoaded = tab.isConnected && channel && isUpToDate(channel);
    const loaded = isLoaded ? channel.messages.find((message) => message.seq === seq) : undefined;
    const message = loaded ?? this.server.log(talkId).messages[seq - 1];
    const isChanged = message?.deletedAt === null && ![base, content, ...sentTexts].includes(message.content);
    this.require(!isChanged || this.server.changedElsewhere.has(messageId), `false conflict of ${messageId}`);
    return isChanged;
  }

  private lose(request: Request, isConnected: boolean): void {
    request.reply = { outcome: { is: 'none', isConnected }, apply: undefined };
    this.complete(request);
  }

  /** The tab gets the answer. */
  private complete(request: Request): void {
    if (!request.reply) this.process(request);
    const { tab, sent, version, reply } = request;
    if (!reply || !this.requests.includes(request)) return;
    this.requests = this.requests.filter((other) => other !== request);
    const { outcome, apply } = reply;
    this.note(`${tab.name} gets ${outcome.is} for ${sent.id}`);
    const asked = this.asked.get(sent.id);
    if (outcome.is === 'answered') this.answered.add(`${sent.id} ${version}`);
    if (asked && asked.version === version) {
      if (outcome.is === 'answered' && asked.state === 'open') asked.state = 'done';
      if (outcome.is === 'refused') this.end(asked, 'refused');
    }
    this.in(tab, () => {
      apply?.();
      updateOperations((all) => settled(all, sent, outcome, this.now));
    });
    this.sendDue(tab);
  }

  /** A message that is refused or discarded leaves the draft that it replaces on the server. */
  private end(asked: Asked, state: 'refused' | 'discarded'): void {
    asked.state = state;
    asked.wasRefused = true;
    const draft = asked.wish.kind === 'send' && this.asked.get(`draft:${asked.wish.talkId}`);
    if (draft && valueOf(draft.wish) === '') this.asked.delete(draft.id);
  }

  /** Adds to the model. */
  private expect(tab: Tab, id: string, wish: Wish, state: Asked['state'] = 'open'): void {
    this.counter += 1;
    const earlier = this.asked.get(id);
    const isLower = wish.kind === 'read' && earlier?.wish.kind === 'read' && earlier.wish.seq >= wish.seq;
    if (isLower && earlier.state !== 'refused') return;
    if (wish.kind === 'delete') this.forget(id);
    this.asked.set(id, {
      id,
      wish,
      tab: tab.name,
      version: this.counter,
      state,
      wasRefused: false,
      origin: tab.name,
    });
  }

  /** A deletion ends all else on its message. */
  private forget(id: string): void {
    for (const other of this.asked.keys()) if (subjectOf(other) === subjectOf(id)) this.asked.delete(other);
  }

  private ask(tab: Tab, wish: Wish): void {
    this.counter += 1;
    const id = idOf(wish, `n${this.counter}`);
    if (!this.isFree(tab, id)) return;
    const at = String(this.counter).padStart(9, '0');
    this.note(`${tab.name} asks ${id} ${String(valueOf(wish))} in ${wish.talkId}`);
    this.expect(tab, id, wish);
    this.in(tab, () =>
      updateOperations((all) => withOperation(all, { ...wish, id, at, tab: tab.name, state: 'waiting' })),
    );
    this.sendDue(tab);
  }

  /** Whether no other tab has to do with it: a member does not change the same thing in two tabs at once. */
  private isFree(tab: Tab, id: string): boolean {
    const isIt = (operation: Operation) =>
      operation.tab !== tab.name && subjectOf(operation.id) === subjectOf(id);
    const isEventOfIt = (key: string) => subjectOf(key) === subjectOf(id);
    const inTabs = this.tabs.some(
      ({ log, storageEvents }) => log.operations.some(isIt) || storageEvents.some(isEventOfIt),
    );
    return !inTabs && !this.requests.some(({ sent }) => isIt(sent)) && ![...this.disk.values()].some(isIt);
  }

  private askSomething(tab: Tab): void {
    const { channels, operations, threads } = tab.log;
    const talkId = this.pick([...CHANNELS, ...Object.values(threads)]) ?? 'a';
    const loaded = channels[talkId]?.messages ?? [];
    const message = this.pick(
      shownMessages(loaded, operations).filter(({ deletedAt }) => deletedAt === null),
    );
    const talk = { userId: ME, talkId };
    const on = message && { ...talk, messageId: message.id, seq: message.seq };
    const text = `text ${this.counter}`;
    const kind = this.below(10);
    if (kind < 2) this.send(tab, talkId, text);
    else if (kind === 2)
      this.ask(tab, { ...talk, kind: 'read', serverId: 's', seq: this.below(loaded.length + 1) });
    else if (kind === 3) {
      const draft = this.below(3) === 0 ? '' : text;
      if (draft !== draftIn(tab.log, ME, talkId).text) this.ask(tab, { ...talk, kind: 'draft', text: draft });
    } else if (kind === 9) this.ask(tab, { ...talk, kind: 'play', command: 'move', move: text });
    else if (!on) return;
    else if (kind === 4) {
      this.ask(tab, { ...on, kind: 'react', emoji: this.pick(EMOJIS) ?? '', isMine: this.below(2) === 0 });
    } else if (kind === 5) {
      const threadId = threads[on.messageId];
      if (CHANNELS.includes(talkId) && threadId === undefined) {
        this.ask(tab, {
          kind: 'send',
          userId: ME,
          talkId: on.messageId,
          startsThread: true,
          content: text,
          draftRev: 0,
        });
      }
    } else if (message.userId !== ME) return;
    else if (kind === 6 && this.below(2) === 0) this.ask(tab, { ...on, kind: 'delete' });
    else {
      const stored = loaded.find(({ seq }) => seq === message.seq)?.content ?? '';
      const content = this.below(4) === 0 ? stored : text;
      if (content !== message.content) this.ask(tab, { ...on, kind: 'edit', content, base: message.content });
    }
  }

  /** Sends what the composer has, as `use-composer.ts` and `drafts.ts` do. */
  private send(tab: Tab, talkId: string, text: string): void {
    const draft = draftIn(tab.log, ME, talkId).text;
    const { rev } = confirmedIn(tab.log)({ talkId, userId: ME }).draft;
    const id = `draft:${talkId}`;
    if (!this.isFree(tab, id) || tab.storageEvents.includes(draftKey(ME, talkId))) return;
    const known = this.asked.get(id);
    if (!known || valueOf(known.wish) === draft) {
      this.expect(tab, id, { kind: 'draft', userId: ME, talkId, text: '' }, 'done');
    }
    this.ask(tab, { kind: 'send', userId: ME, talkId, content: draft === '' ? text : draft, draftRev: rev });
    this.in(tab, () =>
      updateLog(({ drafts, operations }) => {
        const unsent: (DraftOperation & { isSent?: boolean | undefined }) | undefined = unsentDraft(
          operations,
          ME,
          talkId,
        );
        const isSending = unsent?.state === 'sending' || unsent?.isSent;
        return {
          drafts: { ...drafts, [draftKey(ME, talkId)]: { text: isSending ? unsent.text : '', rev } },
          operations: operations.flatMap((operation) => {
            if (operation !== unsent) return [operation];
            return isSending ? [{ ...unsent, text: '', dueAt: undefined }] : [];
          }),
        };
      }),
    );
  }

  private takeStep(): void {
    const tab = this.pick(this.tabs);
    const request = this.pick(this.requests);
    const talkId = this.pick([...this.server.logs.keys()]) ?? 'a';
    const message = this.pick(this.server.log(talkId).messages);
    if (!tab) return this.openTab();
    const actions: readonly (readonly [weight: number, act: () => void])[] = [
      [9, () => this.askSomething(tab)],
      [4, () => request && this.process(request)],
      [5, () => request && this.complete(request)],
      [5, () => this.takePacket(tab)],
      [4, () => this.takeStorageEvent(tab)],
      [1, () => this.wait()],
      [1, () => this.open(tab, talkId)],
      [1, () => (tab.isConnected ? this.disconnect(tab) : this.connect(tab))],
      [1, () => (this.below(2) === 0 ? this.closeTab(tab) : this.tabs.length < 2 && this.openTab())],
      [1, () => this.adopt(tab)],
      [1, () => this.changeRefused(tab)],
      [1, () => this.toggleBan()],
      [1, () => message && this.changeElsewhere(talkId, message)],
    ];
    let left = this.below(actions.reduce((sum, [weight]) => sum + weight, 0));
    return actions.find(([weight]) => (left -= weight) < 0)?.[1]();
  }

  private wait(): void {
    this.now += this.below(10_000);
    for (const tab of this.tabs) this.sendDue(tab);
  }

  private toggleBan(): void {
    this.server.isBanned = !this.server.isBanned && this.below(2) === 0;
  }

  private takePacket(tab: Tab): void {
    const index = this.below(tab.packets.length);
    const packet = tab.packets[index];
    if (!packet) return;
    const { talkId, apply } = packet;
    if (!this.chance(0.2)) tab.packets.splice(index, 1);
    if (talkId !== undefined && (tab.log.channels[talkId] === undefined || this.chance(0.2))) return;
    this.note(`${tab.name} hears of ${talkId ?? 'itself'}`);
    this.in(tab, apply);
  }

  private changeRefused(tab: Tab): void {
    const refused = this.pick(tab.log.operations.filter(({ problem }) => problem !== undefined));
    const asked = refused && this.asked.get(refused.id);
    if (!refused || !asked || this.tabs.some(({ storageEvents }) => storageEvents.length > 0)) return;
    const isRetried = this.below(2) === 0;
    this.note(`${tab.name} ${isRetried ? 'retries' : 'discards'} ${refused.id}`);
    if (isRetried && refused.kind === 'delete') this.forget(refused.id);
    const again: Asked = { ...asked, state: 'open', tab: tab.name };
    this.asked.set(refused.id, again);
    if (!isRetried) this.end(again, 'discarded');
    this.in(tab, () =>
      updateOperations((all) => (isRetried ? retried(all, refused, tab.name) : without(all, refused))),
    );
    this.sendDue(tab);
  }

  private changeElsewhere(talkId: string, { id, seq, userId }: MessageView): void {
    const kind = this.below(4);
    this.note(`elsewhere: ${['post', 'edit', 'delete', 'start thread'][kind] ?? ''} ${id}`);
    if (kind === 0) this.server.post(talkId, {});
    if (kind === 1 && userId === ME) this.server.edit(talkId, seq, `elsewhere ${this.counter}`, true);
    if (kind === 2 && userId === ME) this.server.delete(talkId, seq);
    if (kind === 3 && CHANNELS.includes(talkId)) this.server.post(this.server.startThread(id), {});
  }

  private require(isMet: boolean, what: string): void {
    if (!isMet) throw new Error(what);
  }

  private viewOf(tab: Tab, { wish }: Asked): View {
    const { channel, readSeq, draft } = confirmedIn(tab.log)(wish);
    return {
      messages: channel?.messages ?? [],
      emojisOf: (seq) => channel?.own[seq]?.emojis,
      readSeq,
      draft: draft.text,
    };
  }

  private serverView({ wish }: Asked): View {
    const talkId = this.server.threads.get(wish.talkId) ?? wish.talkId;
    return {
      messages: this.server.log(talkId).messages,
      emojisOf: (seq) => this.server.emojisOf(talkId, seq),
      readSeq: this.server.reads.get(talkId) ?? 0,
      draft: this.server.drafts.get(talkId)?.text ?? '',
    };
  }

  private check(): void {
    for (const asked of this.asked.values()) {
      const tab = this.tabs.find(({ name }) => name === asked.tab);
      if (asked.state !== 'open' || this.requests.some(({ sent }) => sent.id === asked.id)) continue;
      const found = tab ? tab.log.operations.find(({ id }) => id === asked.id) : this.disk.get(asked.id);
      if (found && valueOf(found) === valueOf(asked.wish)) continue;
      const isConfirmed =
        (tab && isTrue(asked, this.viewOf(tab, asked))) || isTrue(asked, this.serverView(asked));
      this.require(isConfirmed, `lost: ${asked.id} ${String(valueOf(asked.wish))}`);
      asked.state = 'done';
    }
    for (const tab of this.tabs) this.checkShown(tab);
  }

  private checkShown({ name, log }: Tab): void {
    const nonces = new Set<string | null>();
    for (const { messages } of Object.values(log.channels)) {
      const shown = shownMessages(messages, log.operations);
      for (const [index, { id, nonce, content, deletedAt }] of messages.entries()) {
        nonces.add(nonce);
        const edit = this.asked.get(`edit:${id}`);
        const deletion = this.asked.get(`delete:${id}`);
        if ([edit, deletion].some((asked) => asked && asked.tab !== name)) continue;
        const isDeleted = deletedAt !== null || deletion?.state === 'open' || deletion?.state === 'done';
        const expected = isDeleted ? '' : edit?.state === 'open' ? valueOf(edit.wish) : content;
        this.require(
          shown[index]?.content === expected,
          `${name} shows ${id} as ${shown[index]?.content ?? ''}`,
        );
      }
    }
    for (const { id, kind, talkId } of log.operations) {
      // The panel of a message whose thread is known shows the thread.
      if (log.threads[talkId] !== undefined) continue;
      const asked = this.asked.get(id);
      const isDiscarded = asked?.state === 'discarded' && asked.tab === name;
      const isKnown = (kind !== 'send' && kind !== 'play') || (asked !== undefined && !isDiscarded);
      this.require(isKnown && !nonces.has(id), `${name} shows ${id} twice, or without having been asked`);
    }
  }

  private checkEnd(): void {
    this.require(!this.isBusy(), 'does not come to rest');
    const newest = new Map<string, number>();
    for (const asked of this.asked.values()) {
      const { id, wish, state, wasRefused, origin } = asked;
      const view = this.serverView(asked);
      const message = 'messageId' in wish ? view.messages.find(({ seq }) => seq === wish.seq) : undefined;
      const isOverruled =
        (message !== undefined && message.deletedAt !== null) ||
        (wish.kind === 'edit' && this.server.changedElsewhere.has(wish.messageId));
      const isStored = isTrue(asked, view);
      if (state === 'done')
        this.require(isStored || isOverruled, `the server does not have ${id} ${String(valueOf(wish))}`);
      if (state === 'refused' && !['react', 'read', 'play'].includes(wish.kind)) {
        const isKept = this.tabs.some(({ log }) => log.operations.some((each) => each.id === id));
        this.require(isKept || isStored || isOverruled, `${id} was refused and is lost`);
      }
      if (wish.kind !== 'send' && wish.kind !== 'play') continue;
      const found = view.messages.filter(({ nonce }) => nonce === id);
      this.require(found.length <= 1, `${id} is stored twice`);
      const [stored] = found;
      if (!stored || wasRefused) continue;
      const order = `${wish.kind} ${origin} ${stored.channelId}`;
      this.require(stored.seq > (newest.get(order) ?? 0), `${id} is out of order`);
      newest.set(order, stored.seq);
    }
  }
}
