import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { register } from './members.js';
import { ProductUnderTest } from './product.js';

const nodeOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Nodes' }).getByRole('button', { name });

describe('the constellation, in real browsers', () => {
  let product: ProductUnderTest;

  beforeAll(async () => {
    product = await ProductUnderTest.start();
  });

  afterEach(async () => {
    expect(await product.leave()).toEqual([]);
  });

  afterAll(async () => {
    await product.stop();
  });

  it('CON-001 CON-008 members find each other on the chart, by keyboard too, and axe finds nothing', async () => {
    const vesper = await product.visit(0);
    const otto = await product.visit(1, 'mobile');
    const vesperName = await register(vesper.page, 'Vesper Lund');
    const ottoName = await register(otto.page, 'Otto');
    await vesper.page.goto('/constellation');
    await nodeOf(vesper.page, ottoName).focus();
    await vesper.page.keyboard.press('Enter');
    await vesper.page.getByText('Node ID').waitFor();
    await otto.page.goto('/constellation');
    await nodeOf(otto.page, vesperName).waitFor();
    for (const { page } of [vesper, otto]) {
      await page.getByRole('application', { name: /^Network graph/ }).waitFor();
      await page.getByText('Placing the nodes').waitFor({ state: 'detached' });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    }
    await product.keep(vesper.page, 'constellation-desktop');
    await product.keep(otto.page, 'constellation-mobile');
  });
});
