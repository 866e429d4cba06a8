import { fileURLToPath } from 'node:url';
import type { User } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, makeConnection, makeMember, TestStack, WorkerProcess } from '@oniverse/testing';
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { seed } from '../seed/seed.js';

const CLIENT_DIR = fileURLToPath(new URL('../../frontend/dist', import.meta.url));
/** Any pair of keys: no test reaches a push service. */
const PUSH_ENV = {
  VAPID_PUBLIC_KEY: `B${'a'.repeat(86)}`,
  VAPID_PRIVATE_KEY: 'a'.repeat(43),
  VAPID_SUBJECT: 'mailto:operator@example.org',
};

/** Any key for the secrets of authenticator apps. */
const ACCOUNT_ENV = { ACCOUNT_KEY: '07'.repeat(32) };

export const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
  mobile: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

export type Screen = keyof typeof SCREENS;

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

export type VisitingMember = Visitor & { user: Member };

/** The built product on real services: two backends with the built client, and a worker. */
export class ProductUnderTest {
  private constructor(
    private readonly stack: TestStack,
    readonly backends: readonly [BackendProcess, BackendProcess],
    private readonly worker: WorkerProcess,
  ) {}

  /** Requires the built backend, worker and client. */
  static async start(): Promise<ProductUnderTest> {
    const stack = await TestStack.start();
    await seed(stack.dataSource);
    const [first, second, worker] = await Promise.all([
      startBackend(stack),
      startBackend(stack),
      freePort().then((port) => WorkerProcess.start({ ...stack.env(), OPS_PORT: String(port) })),
    ]);
    return new ProductUnderTest(stack, [first, second], worker);
  }

  get dataSource(): TestStack['dataSource'] {
    return this.stack.dataSource;
  }

  /** The address of the first backend. */
  get url(): string {
    return this.backends[0].url;
  }

  /** Links two members directly. The worker removes the link once it derives the links of one of them. */
  async linkMembers(one: Member, other: Member, sharedTags: readonly string[]): Promise<void> {
    await makeConnection(this.dataSource, one, other, sharedTags);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.backends, this.worker].map((process) => process.stop()));
    await this.stack.stop();
  }
}

interface Visits {
  /** Opens a new browser context on one of the backends. @param host `localhost` for passkeys, which need a domain */
  visit: (backendIndex: 0 | 1, screen?: Screen, host?: 'localhost') => Promise<Visitor>;
  /** Opens a browser context signed in as a new member. */
  visitAs: (displayName: string, backendIndex: 0 | 1, screen?: Screen) => Promise<VisitingMember>;
}

/** A test of the product. It fails if a page that it opened logs an unexpected error. */
export const test = base.extend<Visits, { product: ProductUnderTest }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the needed fixtures from it
    async ({}, use) => {
      const product = await ProductUnderTest.start();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  visit: async ({ browser, product }, use) => {
    const visitors: Visitor[] = [];
    await use(async (backendIndex, screen = 'desktop', host) => {
      const { url } = product.backends[backendIndex];
      const baseURL = host === undefined ? url : url.replace('127.0.0.1', host);
      const context = await browser.newContext({ ...SCREENS[screen], baseURL });
      await context.addInitScript(keepToasts, TOAST_KEPT_MS);
      const page = await context.newPage();
      const visitor: Visitor = { context, page, errors: recordErrors(page), expectedErrors: [] };
      visitors.push(visitor);
      return visitor;
    });
    await Promise.all(visitors.map(({ context }) => closeContext(context)));
    const unexpected = visitors.flatMap(({ errors, expectedErrors }) =>
      errors.filter((error) => !expectedErrors.some((text) => error.includes(text))),
    );
    expect(unexpected).toEqual([]);
  },
  visitAs: async ({ product, visit }, use) => {
    await use(async (displayName, backendIndex, screen) => {
      const { user, sessionId } = await makeMember(product.dataSource, { displayName });
      const visitor = await visit(backendIndex, screen);
      await visitor.context.addInitScript((id) => localStorage.setItem('sessionId', id), sessionId);
      return { ...visitor, user };
    });
  },
});

function recordErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(message.text())) {
      errors.push(message.text());
    }
  });
  return errors;
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
  return BackendProcess.start({ ...stack.env(), ...PUSH_ENV, ...ACCOUNT_ENV, CLIENT_DIR }, await freePort());
}
