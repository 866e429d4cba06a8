import { readFile } from 'node:fs/promises';
import { CALLS } from '@oniverse/contracts';
import { LiveClient, makePost, makeServer, registration, uniqueName } from '@oniverse/testing';
import { expect, type Page } from '@playwright/test';
import { registerAccount } from '../accounts.js';
import { checkPage } from '../check-page.js';
import { locateComposer } from '../dimensions.js';
import { callApi, enterDimension, enterPassword, logIn, waitForText } from '../members.js';
import { SCREENS, test } from '../product.js';
import { appoint, findOtherAnswers } from '../staff.js';

/** Open pages follow a suspension within this time. */
const CUT_OFF_MS = 1_000;
const REASON = 'You threatened to publish where another member walks.';

const STAFF_CALLS = CALLS.filter(({ access }) => access === 'moderators' || access === 'admins');
const WITH_SESSION = CALLS.filter(({ access, forSuspended }) => access !== 'public' && !forSuspended);

const waitForHeading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name }).first().waitFor();

/** Opens a case about a member, and writes why it is decided as it is. */
async function openCase(page: Page, reason: RegExp, username: string): Promise<void> {
  await page.goto('/console');
  await page.getByRole('button', { name: reason }).filter({ hasText: username }).click();
  await page.getByRole('textbox', { name: /^Reason/u }).fill(REASON);
}

/** Presses a button of a row, and another one in the dialog that it opens. */
async function confirm(page: Page, button: string, answer: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: answer }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Opens a form, fills it in and sends it. */
async function fillForm(
  page: Page,
  button: string,
  fields: Record<string, string>,
  send: string,
): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const [name, text] of Object.entries(fields)) {
    await dialog.getByRole('textbox', { name: new RegExp(`^${name}`, 'u') }).fill(text);
  }
  await dialog.getByRole('button', { name: send }).click();
  await dialog.waitFor({ state: 'detached' });
}

const locateEntry = (page: Page, sentence: RegExp) =>
  page.getByRole('listitem').filter({ hasText: sentence }).first();

test.describe('the staff of the site', () => {
  test.afterEach(async ({ product: { dataSource } }) => {
    await dataSource.query('DELETE FROM site_settings');
    await dataSource.query('DELETE FROM announcements');
  });

  test('STF-010 STF-011 STF-012 STF-013 STF-018 STF-019 STF-022 STF-024 STF-033 STF-034 hide a post, suspend its author in every open page within a second, and decide the appeal', async ({
    product,
    visit,
    visitAs,
  }) => {
    const admin = await visitAs('Vesper Lund', 0);
    const moderator = await visitAs('Otto Voss', 1);
    const reader = await visitAs('Juno Nine', 1);
    const desk = await visit(1);
    const phone = await visit(0, 'mobile');
    await appoint(product, admin, 'admin');
    await appoint(product, moderator, 'moderator');
    const lev = await registerAccount(product, 'Lev Kasper');
    const { server } = await makeServer(product.dataSource, { isPublic: false });
    await product.dataSource.query('INSERT INTO server_members (server_id, user_id) VALUES ($1, $2)', [
      server.id,
      lev.id,
    ]);
    const post = await makePost(product.dataSource, lev.id, { title: 'Where she walks' });
    for (const { page } of [desk, phone]) {
      await logIn(page, lev.username);
      await page.goto(`/dimensions/private?server=${server.id}`);
      await locateComposer(page).waitFor();
    }
    const readPost = () => reader.page.goto(`/u/${lev.username}/${post.id}`);
    await readPost();
    await waitForHeading(reader.page, 'Where she walks');
    for (const thing of [
      { kind: 'post', subjectId: post.id, reason: 'harassment', note: 'This is about me.' },
      { kind: 'member', subjectId: lev.id, reason: 'threat' },
    ]) {
      await callApi(reader.page, 'POST', '/api/reports', thing);
    }

    // One report is decided by hiding the post, the other one by a suspension.
    await openCase(moderator.page, /^Harassment/u, lev.username);
    await moderator.page.getByRole('button', { name: 'Hide content' }).click();
    await waitForText(moderator.page, 'What was reported was removed');
    await readPost();
    await waitForHeading(reader.page, 'Page Not Found');
    await openCase(moderator.page, /^Threat/u, lev.username);
    await moderator.page.getByRole('button', { name: 'Assign to me' }).click();
    await moderator.page.getByRole('button', { name: 'Give back' }).waitFor();
    await moderator.page.getByRole('button', { name: 'Suspend Lev Kasper for 14 days' }).click();
    const decided = moderator.page.waitForResponse('**/decision');
    await moderator.page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Suspend/u })
      .click();
    await decided;
    await Promise.all(
      [desk, phone].map(({ page }) => locateComposer(page).waitFor({ state: 'hidden', timeout: CUT_OFF_MS })),
    );
    await waitForText(moderator.page, 'Action was taken');
    await reader.page.goto(`/u/${lev.username}`);
    await waitForHeading(reader.page, 'Page Not Found');

    // The sign-in says why and until when, and does nothing but what it offers.
    const { page } = desk;
    await enterPassword(page, lev.username);
    await waitForHeading(page, /^Your account is suspended until \d+ \w+/u);
    await waitForText(page, REASON);
    await checkPage(page, 'suspended', 'desktop');
    await page.setViewportSize(SCREENS.mobile.viewport);
    await checkPage(page, 'suspended', 'mobile');
    await page.setViewportSize(SCREENS.desktop.viewport);
    expect(await findOtherAnswers(page, WITH_SESSION, '403 suspended')).toEqual([]);
    const sessionId = await page.evaluate(() => sessionStorage.getItem('oni-suspended') ?? '');
    expect(sessionId).toMatch(/^s\./u);
    for (const { url } of product.backends) {
      await expect(LiveClient.connect(url, { sessionId })).rejects.toThrow('unauthorized');
    }
    expect(await phone.page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull();
    await page.getByRole('button', { name: 'Download my data' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save the file' }).click();
    expect((await readFile(await (await download).path())).includes('account.json')).toBe(true);
    await page.getByRole('textbox', { name: /^Appeal/u }).fill('The street was my own.');
    await page.getByRole('button', { name: 'Send appeal' }).click();
    await page.getByText(/^It waits for a moderator\./u).waitFor();

    // Another member of staff than the one who suspended decides the appeal.
    await moderator.page.goto('/console/appeals');
    const appeal = { name: /^Appeal of .*Lev Kasper/u };
    await moderator.page
      .getByRole('article', appeal)
      .getByText('Another member of staff decides this appeal.')
      .waitFor();
    await admin.page.goto('/console/appeals');
    const open = admin.page.getByRole('article', appeal);
    await open.getByRole('textbox', { name: /^Reason/u }).fill('It was your own street.');
    await checkPage(admin.page, 'console-appeals', 'desktop');
    await open.getByRole('button', { name: 'End the suspension' }).click();
    await waitForText(admin.page, 'The suspension has ended');

    // What was hidden returns with the end of each measure, and the member reads what happened.
    await reader.page.reload();
    await waitForHeading(reader.page, lev.username);
    await moderator.page.goto(`/console/members?id=${lev.id}`);
    await moderator.page.getByRole('button', { name: /^Take back: Content hidden/u }).click();
    await waitForText(moderator.page, 'Measure taken back');
    await readPost();
    await waitForHeading(reader.page, 'Where she walks');
    await page.reload();
    await waitForHeading(page, 'Sign in again.');
    await page.getByRole('button', { name: 'Go to the sign-in' }).click();
    await enterPassword(page, lev.username);
    await locateComposer(page).waitFor();
    await page.goto('/settings?tab=privacy');
    await waitForText(page, 'The suspension was ended.');
    await checkPage(page, 'your-measures', 'desktop');
  });

  test('STF-003 STF-005 STF-020 STF-050 STF-051 STF-052 STF-053 STF-054 STF-055 STF-057 STF-058 keep the site, and nobody else does', async ({
    product,
    visit,
    visitAs,
  }) => {
    const admin = await visitAs('Vesper Lund', 0);
    const moderator = await visitAs('Otto Voss', 1);
    const member = await visitAs('Juno Nine', 0, 'mobile');
    const intruder = await visitAs('Mallory', 1);
    const visitor = await visit(1);
    await appoint(product, admin, 'admin');
    await appoint(product, moderator, 'moderator');
    const name = uniqueName('Harbour');

    // A public dimension begins and becomes an archive while a member has it open.
    await moderator.page.goto('/console/dimensions');
    await fillForm(moderator.page, 'New dimension', { name, description: 'Lamps and fog.' }, 'Save');
    await enterDimension(member.page, name);
    await moderator.page.getByRole('searchbox').fill(name);
    await confirm(moderator.page, `Archive ${name}`, 'Archive dimension');
    await moderator.page.getByRole('button', { name: `Return ${name} from the archive` }).waitFor();
    await member.page.getByText(/^This dimension was archived on /u).waitFor();
    await checkPage(moderator.page, 'console-dimensions', 'desktop');

    // An announcement appears in open pages, and goes.
    await visitor.page.goto('/');
    await moderator.page.goto('/console/announcements');
    const title = 'Maintenance tonight, 03:00 to 03:20 UTC.';
    const text = 'You can read. Messages wait on your device.';
    await fillForm(moderator.page, 'Announce', { title, text }, 'Save');
    const banners = [member, visitor].map(({ page }) => page.getByRole('region', { name: 'Announcement' }));
    for (const banner of banners) await banner.getByText(title).waitFor();
    await checkPage(member.page, 'archived', 'mobile');
    await checkPage(moderator.page, 'console-announcements', 'desktop');

    // A session that proved nothing for more than 10 minutes changes nothing.
    const setProof = (age: string) =>
      product.dataSource.query(
        'UPDATE sessions SET authenticated_at = now() - $2::interval WHERE user_id = $1',
        [moderator.user.id, age],
      );
    await setProof('11 minutes');
    const deletion = `Delete: ${title}`;
    await moderator.page.getByRole('button', { name: deletion }).click();
    await moderator.page.getByRole('button', { name: 'Delete announcement' }).click();
    const question = moderator.page.getByRole('dialog', { name: 'Confirm it is you' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await moderator.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    const writing = STAFF_CALLS.filter(({ method, access }) => method !== 'GET' && access === 'moderators');
    expect(await findOtherAnswers(moderator.page, writing, '403 reauthentication_required')).toEqual([]);
    for (const banner of banners) await banner.waitFor();
    await setProof('0');
    await moderator.page.reload();
    await confirm(moderator.page, deletion, 'Delete announcement');
    for (const banner of banners) await banner.waitFor({ state: 'detached' });

    // Someone is invited from the waitlist, and registers once registration is not closed.
    const email = `${uniqueName()}@example.org`;
    await callApi(visitor.page, 'POST', '/api/waitlist', { email, source: 'landing' });
    await admin.page.goto('/console/waitlist');
    await admin.page.getByRole('searchbox').fill(email);
    await admin.page.getByRole('button', { name: `Invite ${email}` }).click();
    await waitForText(admin.page, 'Invitation sent');
    await checkPage(admin.page, 'console-waitlist', 'desktop');
    const { link } = await product.waitForMail(email, 'Your invitation');
    await admin.page.goto('/console/registration');
    const allow = async (mode: RegExp) => {
      const choice = admin.page.getByRole('radio', { name: mode });
      await choice.click();
      await expect(choice).toBeChecked();
    };
    await allow(/^Closed/u);
    await visitor.page.goto(link);
    await visitor.page.getByText(/^Registration is closed\./u).waitFor();
    await checkPage(visitor.page, 'registration-closed', 'desktop');
    const form = registration({ email, inviteCode: new URL(link).hash.slice(1) });
    await expect(callApi(visitor.page, 'POST', '/api/auth/register', form)).rejects.toThrow('403');
    await allow(/^By invitation/u);
    await checkPage(admin.page, 'console-registration', 'desktop');
    const guest = await visit(0);
    await guest.page.goto(link);
    for (const field of ['ONI_ID', 'email', 'password'] as const) {
      const typed = { ONI_ID: form.username, email, password: String(form['password']) };
      await guest.page.getByLabel(field).fill(typed[field]);
    }
    await guest.page.getByRole('button', { name: 'INITIALIZE' }).click();
    await guest.page.waitForURL('**/homepage');
    await allow(/^Open/u);

    // The status, the storage of a member, and the member.
    await moderator.page.goto('/console/status');
    const incident = { Title: 'Pictures arrive late', 'What happened': 'A disk is full.' };
    await fillForm(moderator.page, 'Begin an incident', incident, 'Begin an incident');
    await visitor.page.goto('/status');
    await visitor.page.getByText('Pictures arrive late').first().waitFor();
    await moderator.page.getByRole('button', { name: 'End it' }).first().click();
    const end = moderator.page.getByRole('dialog', { name: 'End it' });
    await end.getByRole('textbox').fill('There is room again.');
    await end.getByRole('button', { name: 'End it' }).click();
    await end.waitFor({ state: 'detached' });
    await admin.page.goto('/console/storage');
    await admin.page.getByRole('searchbox').fill(member.user.username);
    await fillForm(admin.page, `Limits of ${member.user.username}`, { album: '5' }, 'Save limits');
    await waitForText(admin.page, 'own limit');
    await checkPage(admin.page, 'console-storage', 'desktop');
    await moderator.page.goto(`/console/members?id=${member.user.id}`);
    await fillForm(moderator.page, 'Warn', { Reason: REASON }, 'Warn');
    await waitForText(moderator.page, 'Member warned');
    await moderator.page.getByRole('button', { name: 'End all sessions' }).click();
    await waitForText(moderator.page, 'Sessions ended');
    await member.page.waitForFunction(() => localStorage.getItem('sessionId') === null);
    await admin.page.goto(`/console/members?id=${member.user.id}`);
    const proof = { 'Oni ID': member.user.username };
    await fillForm(admin.page, 'Erase on request', proof, 'Erase the account');
    await waitForText(admin.page, 'Account erased');

    // The log has all of it, and looks for admins only.
    await moderator.page.goto('/console/audit');
    await locateEntry(moderator.page, /warned/u).waitFor();
    await expect(moderator.page.getByText(/read the waitlist|opened the record/u)).toHaveCount(0);
    await admin.page.goto('/console/audit');
    for (const sentence of [
      new RegExp(`created the dimension .*${name}`, 'u'),
      new RegExp(`archived the dimension .*${name}`, 'u'),
      /announced: .*Maintenance/u,
      /deleted the announcement: /u,
      /read the waitlist/u,
      /invited .* from the waitlist/u,
      /closed registration/u,
      /left registration to invitations/u,
      /opened registration to everyone/u,
      /began the incident .*Pictures arrive late/u,
      /set the limits of .*: pictures 5 MB/u,
      /warned/u,
      /ended the sessions of/u,
      /opened the record of/u,
      /erased .* on request/u,
    ]) {
      await locateEntry(admin.page, sentence).waitFor();
    }
    await checkPage(admin.page, 'console-audit', 'desktop');

    // A moderator tries what only admins do, and an admin.
    const { user, page } = moderator;
    const forAdmins = STAFF_CALLS.filter(({ access }) => access === 'admins');
    expect(await findOtherAnswers(page, forAdmins, '403 forbidden')).toEqual([]);
    await page.goto(`/console/members?id=${admin.user.id}`);
    await waitForText(page, 'You cannot act on staff of the same or a higher role.');
    const suspension = { action: 'suspend', rule: 'other', reason: REASON };
    const record = `/api/staff/members/${admin.user.id}`;
    for (const [method, path, body] of [
      ['POST', `${record}/measures`, suspension],
      ['DELETE', `${record}/sessions`, {}],
    ] as const) {
      await expect(callApi(page, method, path, body), path).rejects.toThrow(/403.*sameRole/u);
    }

    // The role of the moderator ends while the console is open.
    await admin.page.goto('/console/staff');
    await confirm(admin.page, `Take ${user.username} off the staff`, 'Take off the staff');
    await waitForText(page, 'The console is for the staff of this site.');
    await checkPage(page, 'console-denied', 'desktop');
    expect(await findOtherAnswers(page, STAFF_CALLS, '403 forbidden')).toEqual([]);

    // Nor is the session of a member of staff without a second factor of use.
    await fillForm(admin.page, 'Add staff', { 'Oni ID': intruder.user.username }, 'Add');
    await waitForText(admin.page, 'no second factor yet');
    await checkPage(admin.page, 'console-staff', 'desktop');
    await intruder.page.goto('/console');
    await waitForHeading(intruder.page, 'Staff need a second factor.');
    await checkPage(intruder.page, 'console-factor', 'desktop');
    const forModerators = STAFF_CALLS.filter(({ access }) => access === 'moderators');
    expect(await findOtherAnswers(intruder.page, forModerators, '403 factor_required')).toEqual([]);
    await intruder.page.getByRole('link', { name: 'Set up a second factor' }).click();
    await waitForHeading(intruder.page, 'Passkeys');
  });
});
