// @module-tag thorough
import { expect } from 'vitest';
import { test as base } from './support/test.ts';

const PASSWORD = 'open sesame for this test';
const test = base.extend('environment', { scope: 'file' }, { ORIEL_OPERATOR_PASSWORD: PASSWORD });

test('an operator signs in by keyboard, without a script, sees the live page, and signs out', async ({ product }) => {
  const { page } = await product.openPage();
  await page.goto(`${product.playerOrigin}/provider`);
  expect(new URL(page.url()).pathname).toBe('/provider/login');
  expect(await page.evaluate(() => document.scripts.length)).toBe(0);
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/provider');
  expect(await page.evaluate(() => document.cookie)).not.toContain('oriel-operator');
  await page.getByRole('button', { name: 'Sign out' }).press('Enter');
  await page.getByLabel('Operator password').waitFor();
  await page.goto(`${product.playerOrigin}/provider`);
  expect(new URL(page.url()).pathname).toBe('/provider/login');
});

test('the start-up output says who can see the operator page', ({ product }) => {
  expect(product.output()).toContain('/provider asks for the operator password.');
});
