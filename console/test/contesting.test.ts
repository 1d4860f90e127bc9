import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import type { Client } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DESKTOP,
  type Desk,
  expectAccessible,
  expectAccessibleByDayAndNight,
  openDesk,
  PHONE,
} from './harness/console.ts';
import { picture } from './harness/files.ts';
import { reportedInspection } from './harness/reported.ts';

const MARKUP = '<img src=x onerror="document.title=1"> It was like this\nwhen I got it.';

describe.skipIf(noBrowser)(inBrowser('contesting'), () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk();
  });
  afterAll(() => desk?.close());

  /** Somebody who was sent the link, on a phone where nobody ever signed in. */
  const stranger = async (url: string) => {
    const context = await desk.browser.newContext({ viewport: PHONE, hasTouch: true, locale: 'en-GB' });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(url);
    return page;
  };

  const shared = async (api: Client, id: string) => {
    const { entities, result } = await api.shareLinks.createOne(id, { allowContesting: true });
    return entities.shareLinks[result]!.url!;
  };

  const contest = async (page: Page, which: RegExp, reason: string) => {
    await page.getByRole('button', { name: which }).click();
    const dialog = page.getByRole('dialog', { name: /^Contest: / });
    await dialog.getByLabel(reason).check();
    await dialog.getByLabel(/^Explain it/).fill(MARKUP);
    await dialog.getByLabel(/^Photos of your own/).setInputFiles(picture('left'));
    return dialog;
  };

  const expectNeat = async (page: Page) => {
    await expectAccessibleByDayAndNight(page);
    // Neither the page nor a card is wider than its place.
    const wide = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('.shared-damage, .contest')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
    expect(wide).toEqual([]);
  };

  test('a customer contests a finding with a photo, a reviewer decides beside the evidence of both sides, and the customer sees it', async () => {
    const { page, complaints } = await desk.open();
    const id = await reportedInspection(await desk.clientFor(page));
    await page.goto(`${desk.url}/inspection/${id}/report`);
    const panel = page.getByRole('region', { name: 'Share' });
    await panel.getByLabel('Let whoever has the link contest findings').check();
    await panel.getByRole('button', { name: 'Make a link' }).click();
    const made = page.getByRole('dialog', { name: 'The link is ready' });
    const url = await made.getByLabel('Address').inputValue();
    await made.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText(/can be contested until/).waitFor();

    const customer = await stranger(url);
    await customer.getByText(/^You can contest findings until/).waitFor();
    const dialog = await contest(customer, /Contest this finding: Dent/, 'It is not a damage');
    await expectNeat(customer);
    await dialog.getByRole('button', { name: 'Send' }).click();
    const said = customer.getByRole('region', { name: 'Contests' });
    await said.getByText('Contested, not decided yet').waitFor();
    // Markup is shown as it was typed, and runs nowhere.
    await said.getByText('<img src=x onerror="document.title=1"> It was like this').waitFor();
    await said.getByRole('img', { name: 'Photo 1 of this contest' }).waitFor();
    expect(await customer.getByRole('button', { name: /Contest this finding: Dent/ }).count()).toBe(0);
    await expectNeat(customer);
    // The words of other languages are longer, and cards on a desk are narrower.
    await customer.setViewportSize(DESKTOP);
    await customer.getByLabel('Language').selectOption('de');
    await customer.getByRole('heading', { name: 'Widersprüche' }).waitFor();
    await expectNeat(customer);
    await customer.getByLabel('Sprache').selectOption('en');
    await customer.setViewportSize(PHONE);

    await page.goto(`${desk.url}/?contested=true`);
    const row = page.locator(`[data-id="${id}"]`);
    await row.getByText('1 open contest').waitFor();
    await expectAccessible(page);
    await row.getByRole('link').click();
    const open = page.getByRole('region', { name: '1 open contest' });
    await open.getByRole('img', { name: /Dent, Front left door/ }).waitFor();
    await open.getByText('It was like this').waitFor();
    await open.getByRole('img', { name: 'Photo 1 of this contest' }).waitFor();
    await expectNeat(page);
    expect(await open.getByLabel('Remove this damage from the inspection').isChecked()).toBe(true);
    await open.getByLabel('Reason for the decision').fill('You are right, it is a reflection.');
    await open.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('The contest is accepted.').waitFor();
    await page.getByText('Decided contests (1)').click();
    await page.getByText(/Decided by .*: You are right, it is a reflection\./).waitFor();
    await page.getByText('This damage is no longer among the findings.').waitFor();

    await customer.reload();
    await said.getByText('Contest accepted').waitFor();
    await said.getByText(/You are right, it is a reflection\./).waitFor();
    await said.getByText('The finding was removed.').waitFor();
    await customer.getByText('1 damage', { exact: true }).waitFor();
    await expectNeat(customer);
    await customer.context().close();
    expect(complaints).toEqual([]);
  }, 150_000);

  test('of two reviewers one decides, and the other is told who was first', async () => {
    const { page } = await desk.open();
    const api = await desk.clientFor(page);
    const id = await reportedInspection(api);
    const customer = await stranger(await shared(api, id));
    const dialog = await contest(customer, /Contest this finding: Scratch/, 'It was there before');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await customer.getByRole('region', { name: 'Contests' }).getByText('It was there before').waitFor();
    await customer.context().close();

    await page.goto(`${desk.url}/inspection/${id}`);
    const open = page.getByRole('region', { name: '1 open contest' });
    await open.getByLabel('Reason for the decision').fill('The second word.');
    // While the decision is on its way, somebody else is quicker.
    await page.route('**/decision', async (route) => {
      const [first] = (await api.contests.getMany(id)).result;
      await api.contests.decideOne(id, first!, { state: 'accepted', reason: 'The first word.' });
      await route.continue();
    });
    await open.getByRole('button', { name: 'Reject' }).click();
    await page.getByText(/This contest was decided by .*: accepted\./).waitFor();
    await page.getByText('Decided contests (1)').click();
    await page.getByText(/The first word\./).waitFor();
  }, 150_000);

  test('a link that was taken back while the customer wrote says so, and keeps what they wrote', async () => {
    const { page } = await desk.open();
    const api = await desk.clientFor(page);
    const id = await reportedInspection(api);
    const customer = await stranger(await shared(api, id));
    const dialog = await contest(customer, /Contest this finding: Dent/, 'Something else');
    const [link] = (await api.shareLinks.getMany(id)).result;
    await api.shareLinks.deleteOne(id, link!);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText(/This link does not work: it has expired, was revoked/).waitFor();
    expect(await dialog.getByLabel('Explain it').inputValue()).toBe(MARKUP);
    await expectNeat(customer);
    await customer.context().close();
  }, 120_000);

  test('after its time the page says so and offers nothing to contest, and a link that does not allow it says nothing', async () => {
    const { page } = await desk.open();
    const api = await desk.clientFor(page);
    const id = await reportedInspection(api);
    const url = await shared(api, id);
    const database = await databaseOf(desk.service);
    await database.query(
      `update share_links set contest_until = now() - interval '1 hour' where inspection_id = $1`,
      [id],
    );
    await database.end();
    const customer = await stranger(url);
    await customer.getByText(/^The time to contest findings ended on/).waitFor();
    const buttons = customer.getByRole('button', { name: /Contest this finding/ });
    expect(await buttons.count()).toBe(0);
    const { entities, result } = await api.shareLinks.createOne(id);
    await customer.goto(entities.shareLinks[result]!.url!);
    await customer.getByRole('heading', { name: 'Front left door' }).waitFor();
    expect(await customer.getByRole('region', { name: 'Contests' }).count()).toBe(0);
    expect(await buttons.count()).toBe(0);
    await customer.context().close();
  }, 120_000);

  test('what is overdue is marked and first in the list, and the customer can still withdraw it', async () => {
    const { page, complaints } = await desk.open();
    const api = await desk.clientFor(page);
    const [late, other] = [await reportedInspection(api), await reportedInspection(api)];
    const database = await databaseOf(desk.service);
    const pages: Page[] = [];
    for (const id of [late, other]) {
      const customer = await stranger(await shared(api, id));
      const dialog = await contest(customer, /Contest this finding: Dent/, 'It is not a damage');
      await dialog.getByRole('button', { name: 'Send' }).click();
      await customer.getByText('Contested, not decided yet').first().waitFor();
      pages.push(customer);
    }
    await database.query(
      `update contests set decide_until = clock_timestamp() - interval '1 day' where inspection_id = $1`,
      [late],
    );
    await database.end();

    await page.goto(desk.url);
    await page.getByRole('button', { name: /^Contested/ }).click();
    const rows = page.locator('.list-item');
    await expect.poll(() => rows.first().getAttribute('data-id')).toBe(late);
    await rows.first().getByText('Decision overdue').waitFor();
    expect(await page.locator(`[data-id="${other}"]`).getByText('Decision overdue').count()).toBe(0);
    await expectAccessible(page);
    await rows.first().getByRole('link').click();
    const open = page.getByRole('region', { name: '1 open contest' });
    await open.getByText('Decision overdue').waitFor();
    await open.getByText(/^To be decided by/).waitFor();
    await expectNeat(page);

    const [customer] = pages as [Page];
    const said = customer.getByRole('region', { name: 'Contests' });
    await said.getByRole('button', { name: /^Withdraw: / }).click();
    await said.getByText('Withdraw this contest?').waitFor();
    await expectNeat(customer);
    await said.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await said.getByText('Contest withdrawn', { exact: true }).waitFor();
    await said.getByText(/^Withdrawn on/).waitFor();
    expect(await said.getByRole('button', { name: /Withdraw/ }).count()).toBe(0);
    await customer.getByRole('button', { name: /Contest this finding: Dent/ }).waitFor();
    await page.reload();
    await page.getByText('Decided contests (1)').click();
    await page.getByText(/^Withdrawn on/).waitFor();
    for (const one of pages) await one.context().close();
    expect(complaints).toEqual([]);
  }, 180_000);
});
