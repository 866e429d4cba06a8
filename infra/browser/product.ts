import { fileURLToPath } from 'node:url';
import type { User } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, makeConnection, makeMember, TestStack, WorkerProcess } from '@oniverse/testing';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { seed } from '../seed/seed.js';
import { PageLog, hasTestFailed } from './page-log.js';
import { saveScreenshot } from './screenshots.js';
import { PAGE_TIMEOUT_MS } from './timeouts.js';

const ROOT = new URL('../../', import.meta.url);
const CLIENT_DIR = fileURLToPath(new URL('frontend/dist', ROOT));
/** Any pair of keys: no test reaches a push service. */
const PUSH_ENV = {
  VAPID_PUBLIC_KEY: `B${'a'.repeat(86)}`,
  VAPID_PRIVATE_KEY: 'a'.repeat(43),
  VAPID_SUBJECT: 'mailto:operator@example.org',
};
/** Disables Chromium's background traffic and GPU use. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
  mobile: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** Part of the errors that Chromium and React log for a missing chunk of the client. */
export const MISSING_CHUNK_ERROR = 'dynamically imported module';

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Console and page errors, except failed requests, which the browser logs itself. */
  errors: string[];
  /** Substrings of errors that the test provokes. They are ignored even if logged late. */
  expectedErrors: string[];
}

type Member = Pick<User, 'id' | 'username'>;

/** The built product: one or two backends on real services, the built client, and browsers. */
export class ProductUnderTest {
  private readonly visitors: { visitor: Visitor; evidence: PageLog }[] = [];

  private constructor(
    private readonly stack: TestStack,
    readonly backend: BackendProcess,
    private readonly other: BackendProcess | undefined,
    private readonly browser: Browser,
    private readonly worker: WorkerProcess | undefined,
  ) {}

  /**
   * Requires built backend and client and a Chromium at CHROMIUM_PATH.
   * @param alone skips the second backend, which takes seconds of CPU to start
   */
  static async start({ worker = false, alone = false } = {}): Promise<ProductUnderTest> {
    const stack = await TestStack.start();
    await seed(stack.dataSource);
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
    const [backend, other, startedWorker, browser] = await Promise.all([
      startBackend(stack),
      alone ? undefined : startBackend(stack),
      worker
        ? freePort().then((port) => WorkerProcess.start({ ...stack.env(), OPS_PORT: String(port) }))
        : undefined,
      chromium.launch({ executablePath, args: CHROMIUM_FLAGS }),
    ]);
    return new ProductUnderTest(stack, backend, other, browser, startedWorker);
  }

  get dataSource(): TestStack['dataSource'] {
    return this.stack.dataSource;
  }

  get env(): Record<string, string> {
    return this.stack.env();
  }

  /** Opens a new browser context on one of the backends. @throws Error if that backend is not running */
  async visit(backendIndex: 0 | 1, screen: keyof typeof SCREENS = 'desktop'): Promise<Visitor> {
    const backend = backendIndex === 0 ? this.backend : this.other;
    if (!backend) throw new Error('There is no second backend');
    const context = await this.browser.newContext({ ...SCREENS[screen], baseURL: backend.url });
    context.setDefaultTimeout(PAGE_TIMEOUT_MS);
    await context.addInitScript(keepToasts, TOAST_KEPT_MS);
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
    const visitor: Visitor = { context, page, errors, expectedErrors: [] };
    this.visitors.push({ visitor, evidence: new PageLog(page) });
    return visitor;
  }

  /** Opens a browser context signed in as a new member. */
  async visitAs(
    displayName: string,
    backendIndex: 0 | 1,
    screen: keyof typeof SCREENS = 'desktop',
  ): Promise<Visitor & { user: Member }> {
    const { user, sessionId } = await makeMember(this.stack.dataSource, { displayName });
    const visitor = await this.visit(backendIndex, screen);
    await visitor.context.addInitScript((id) => localStorage.setItem('sessionId', id), sessionId);
    return { ...visitor, user };
  }

  /** Links two members, as the worker does for shared tags. */
  async linkMembers(one: Member, other: Member, sharedTags: readonly string[]): Promise<void> {
    await makeConnection(this.stack.dataSource, one, other, sharedTags);
  }

  /** Saves a screenshot if `PICTURES=keep` is set. @param whole whether to include the area below the fold */
  saveScreenshot(page: Page, name: string, whole = false): Promise<void> {
    return saveScreenshot(page, name, whole);
  }

  /** Closes the browsers of a test and reports their state if it failed. @returns their unexpected errors */
  async closeBrowsers(): Promise<string[]> {
    const visitors = this.visitors.splice(0);
    if (hasTestFailed()) {
      for (const { evidence } of visitors) process.stderr.write(`${await evidence.createReport()}\n\n`);
    }
    await Promise.all(visitors.map(({ visitor }) => closeContext(visitor.context)));
    return visitors.flatMap(({ visitor: { errors, expectedErrors } }) =>
      errors.filter((error) => !expectedErrors.some((text) => error.includes(text))),
    );
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await Promise.all([this.backend.stop(), this.other?.stop()]);
    await this.worker?.stop();
    await this.stack.stop();
  }
}

/** How long a toast is kept, in ms. It ends before the time of a click that it covers is over. */
const TOAST_KEPT_MS = 20_000;

/** Hovers every toast for a while: a test that is slow for 5 s would miss it. */
function keepToasts(keptMs: number): void {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        const toast = node.matches('.toast') ? node : node.querySelector('.toast');
        toast?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        setTimeout(() => toast?.dispatchEvent(new PointerEvent('pointerout', { bubbles: true })), keptMs);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Closes a context. Requests that a route still holds or forwards fail then, which concerns no test. */
async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

async function startBackend(stack: TestStack): Promise<BackendProcess> {
  return BackendProcess.start({ ...stack.env(), ...PUSH_ENV, CLIENT_DIR }, await freePort());
}
