import { fileURLToPath } from 'node:url';
import type { User } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, makeConnection, makeMember, TestStack, WorkerProcess } from '@oniverse/testing';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { seed } from '../seed/seed.js';
import { Evidence, hasTestFailed } from './evidence.js';
import { keepPicture } from './pictures.js';

const ROOT = new URL('../../', import.meta.url);
const CLIENT_DIR = fileURLToPath(new URL('frontend/dist', ROOT));
/** What keeps Chromium to itself. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The sizes of screen that are looked at. */
export const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
  mobile: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** What Chromium says of a part of the client that could not be fetched, and React after it. */
export const MISSING_PART = 'dynamically imported module';

/** A visitor's browser, with what went wrong in it. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Errors of the console and of the page, but for refused calls, which the browser logs by itself. */
  errors: string[];
  /** Words of errors that the test itself brings about. They are no fault, however late the browser tells of them. */
  expected: string[];
}

/** A member, as other parts of a test name one. */
type Member = Pick<User, 'id' | 'username'>;

/** The product as members meet it: one backend or two on real services, the built client, and browsers. */
export class ProductUnderTest {
  private readonly visitors: { visitor: Visitor; evidence: Evidence }[] = [];

  private constructor(
    private readonly stack: TestStack,
    /** The first backend. */
    readonly backend: BackendProcess,
    private readonly other: BackendProcess | undefined,
    private readonly browser: Browser,
    private readonly worker: WorkerProcess | undefined,
  ) {}

  /**
   * Starts it; needs the build of backend and client, and a Chromium at CHROMIUM_PATH.
   * @param worker whether a worker runs too: for pictures, whose renditions it makes
   * @param alone whether there is no second backend: it takes seconds of CPU to start
   */
  static async start({ worker = false, alone = false } = {}): Promise<ProductUnderTest> {
    const stack = await TestStack.start({ durable: true });
    await seed(stack.dataSource);
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
    const [backend, other, running, browser] = await Promise.all([
      startBackend(stack),
      alone ? undefined : startBackend(stack),
      worker
        ? freePort().then((port) => WorkerProcess.start({ ...stack.env(), OPS_PORT: String(port) }))
        : undefined,
      chromium.launch({ executablePath, args: CHROMIUM_FLAGS }),
    ]);
    return new ProductUnderTest(stack, backend, other, browser, running);
  }

  /** The database, for what took months to come about. */
  get dataSource(): TestStack['dataSource'] {
    return this.stack.dataSource;
  }

  /** What a process beside it needs to be told, such as a worker. */
  get env(): Record<string, string> {
    return this.stack.env();
  }

  /** A browser of its own on one of the backends. @throws Error where there is no second one */
  async visit(place: 0 | 1, screen: keyof typeof SCREENS = 'desktop'): Promise<Visitor> {
    const backend = place === 0 ? this.backend : this.other;
    if (!backend) throw new Error('There is no second backend');
    const context = await this.browser.newContext({ ...SCREENS[screen], baseURL: backend.url });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (
        message.type() === 'error' &&
        !/Failed to load resource|WebSocket connection/.test(message.text())
      ) {
        errors.push(message.text());
      }
    });
    const visitor: Visitor = { context, page, errors, expected: [] };
    this.visitors.push({ visitor, evidence: new Evidence(page) });
    return visitor;
  }

  /** A browser in which a member is signed in, who is new here. @returns who it is, too */
  async visitAs(
    displayName: string,
    place: 0 | 1,
    screen: keyof typeof SCREENS = 'desktop',
  ): Promise<Visitor & { user: Member }> {
    const { user, sessionId } = await makeMember(this.stack.dataSource, { displayName });
    const visitor = await this.visit(place, screen);
    await visitor.context.addInitScript((id) => localStorage.setItem('sessionId', id), sessionId);
    return { ...visitor, user };
  }

  /** Links two members, as the worker does for those who share tags. */
  async link(one: Member, other: Member, sharedTags: readonly string[]): Promise<void> {
    await makeConnection(this.stack.dataSource, one, other, sharedTags);
  }

  /** Keeps a picture of a page, or of the whole of it, where pictures are asked for. */
  keep(page: Page, name: string, whole = false): Promise<void> {
    return keepPicture(page, name, whole);
  }

  /** Closes the browsers of one test, after a look at them where it failed. @returns what went wrong in them */
  async leave(): Promise<string[]> {
    const visitors = this.visitors.splice(0);
    if (hasTestFailed()) {
      for (const { evidence } of visitors) process.stderr.write(`${await evidence.tell()}\n\n`);
    }
    await Promise.all(visitors.map(({ visitor }) => visitor.context.close()));
    return visitors.flatMap(({ visitor: { errors, expected } }) =>
      errors.filter((error) => !expected.some((words) => error.includes(words))),
    );
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await Promise.all([this.backend.stop(), this.other?.stop()]);
    await this.worker?.stop();
    await this.stack.stop();
  }
}

async function startBackend(stack: TestStack): Promise<BackendProcess> {
  return BackendProcess.start({ ...stack.env(), CLIENT_DIR }, await freePort());
}
