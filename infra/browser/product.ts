import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { User } from '@oniverse/data';
import { freePort, type RunningInbox, startInbox } from '@oniverse/embedded';
import {
  BackendProcess,
  makeConnection,
  makeMember,
  type ReceivedMail,
  TestStack,
  waitForMail,
  WorkerProcess,
} from '@oniverse/testing';
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

type Member = Pick<User, 'id' | 'username' | 'email'>;

export type VisitingMember = Visitor & { user: Member };

interface Inbox {
  server: RunningInbox;
  dir: string;
}

/** The built product on real services: two backends with the built client, a worker, and an inbox for its mails. */
export class ProductUnderTest {
  private constructor(
    private readonly stack: TestStack,
    private readonly inbox: Inbox,
    readonly backends: readonly [BackendProcess, BackendProcess],
    private readonly worker: WorkerProcess,
  ) {}

  /** Requires the built backend, worker and client. */
  static async start(): Promise<ProductUnderTest> {
    const [stack, inbox] = await Promise.all([TestStack.start(), openInbox()]);
    await seed(stack.dataSource);
    const [port, otherPort, opsPort] = [await freePort(), await freePort(), await freePort()];
    const mailEnv = { SMTP_URL: inbox.server.url, MAIL_FROM: 'Oniverse <oniverse@localhost>' };
    const env = { ...stack.env(), ...mailEnv, ...PUSH_ENV, ...ACCOUNT_ENV, CLIENT_DIR, INBOX_DIR: inbox.dir };
    const [first, second, worker] = await Promise.all([
      BackendProcess.start(env, port),
      BackendProcess.start(env, otherPort),
      // Links in mails lead to the first backend.
      WorkerProcess.start({ ...stack.env(), ...mailEnv, PORT: String(port), OPS_PORT: String(opsPort) }),
    ]);
    return new ProductUnderTest(stack, inbox, [first, second], worker);
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

  /** Waits for a mail to an address with a subject that contains a text. @param after the number of such mails before */
  async waitForMail(to: string, subject: string, after = 0): Promise<ReceivedMail> {
    return waitForMail(this.inbox.dir, { to, subject, after });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.backends, this.worker].map((process) => process.stop()));
    await Promise.all([this.stack.stop(), this.inbox.server.stop()]);
    await rm(this.inbox.dir, { recursive: true });
  }
}

interface Visits {
  /** Opens a new browser context on one of the backends. @param host `localhost` for passkeys and links in mails */
  visit: (backendIndex: 0 | 1, screen?: Screen, host?: 'localhost') => Promise<Visitor>;
  /** Opens a browser context signed in as a new member with a verified address. */
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
      const { user, sessionId } = await makeMember(product.dataSource, {
        displayName,
        emailVerifiedAt: new Date(),
      });
      const visitor = await visit(backendIndex, screen);
      await visitor.context.addInitScript((id) => localStorage.setItem('sessionId', id), sessionId);
      return { ...visitor, user };
    });
  },
});

async function openInbox(): Promise<Inbox> {
  const dir = await mkdtemp(join(tmpdir(), 'oniverse-inbox-'));
  return { server: await startInbox({ dir, port: 0 }), dir };
}

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
