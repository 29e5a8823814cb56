import { expect, it } from 'vitest';
import { TEMPLATES } from '../../../shared/rfq/templates.ts';
import { DEEP } from '../../support/deep.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { dialogOf } from '../../support/window/terminal-window.ts';
import { type OpenComposer, openComposer } from './open-composer.ts';

const mount = await openWindowBench();

const STRUCTURES = TEMPLATES.map((template) => ({ ...template, legs: countLegs(template) }));
type Structure = (typeof STRUCTURES)[number];

function countLegs({ options, future }: (typeof TEMPLATES)[number]): number {
  return options.length === 0 ? 2 : options.length + future;
}

/** The first of each number of legs stands for the others. */
const isFirst = ({ legs }: Structure, at: number): boolean =>
  STRUCTURES.findIndex((other) => other.legs === legs) === at;

async function expectRequested({ name, legs }: Structure): Promise<void> {
  const rfq = await openComposer(mount);
  await rfq.take(name);
  await rfq.request('asked');
  const [params] = rfq.backEnd.state.requested;
  expect(params?.legs).toHaveLength(legs);
  expect(params?.legs.every(({ amount }) => Number(amount) > 0)).toBe(true);
}

it.each(STRUCTURES.filter(isFirst))('$name, from the menu to a request at the service', expectRequested);
it.each(STRUCTURES.filter((structure, at) => !isFirst(structure, at)))(
  '$name, from the menu to a request at the service',
  DEEP,
  expectRequested,
);

/** On to a structure of the menu and to the request, as who has no mouse goes. */
async function requestByKeyboard({ page, composer, send, confirming }: OpenComposer, name: string): Promise<void> {
  const keys = page.keyboard;
  const structures = dialogOf(page, 'Structures');
  await composer.getByRole('button', { name: 'Structures' }).focus();
  await keys.press('Enter');
  await structures.getByLabel('Structure', { exact: true }).waitFor();
  await keys.press('End');
  await expect.poll(() => structures.locator('select option:checked').first().innerText()).toBe(name);
  await structures.locator('button[type="submit"]:enabled').waitFor();
  const use = structures.getByRole('button', { name: 'Use these legs' });
  const isFocused = () => use.evaluate((node) => node === document.activeElement);
  // Far more than the dialog has stops.
  for (let tabs = 0; tabs < 25 && !(await isFocused()); tabs += 1) await keys.press('Tab');
  expect(await isFocused()).toBe(true);
  await keys.press('Enter');
  await composer.locator('button.rfq-send[aria-disabled="false"]').waitFor();
  await send.focus();
  await keys.press('Enter');
  await confirming.locator('.button-primary[aria-disabled="false"]').waitFor();
  await keys.press('Enter');
  await confirming.waitFor({ state: 'detached' });
}

it('a structure without options, by keyboard, from the menu to a request at the service', DEEP, async () => {
  const rfq = await openComposer(mount);
  await requestByKeyboard(rfq, 'future spread');
  await expect.poll(() => rfq.backEnd.state.requested[0]?.legs.length).toBe(2);
});

it('no structure is taken of an amount that can’t be read, nor the least one in its place', async () => {
  const { page, composer } = await openComposer(mount);
  const structures = dialogOf(page, 'Structures');
  await composer.getByRole('button', { name: 'Structures' }).click();
  await structures.locator('button[type="submit"]:enabled').waitFor();
  for (const typed of ['1,000', 'ten', '0', '-25']) {
    await structures.getByLabel('Amount').fill(typed);
    await expect.poll(() => structures.locator('button[type="submit"]:enabled').count()).toBe(0);
    await structures.getByText('Enter an amount above zero').waitFor();
  }
  await structures.getByLabel('Amount').fill('0.05k');
  await structures.locator('button[type="submit"]:enabled').click();
  await expect.poll(() => composer.getByLabel('Amount of leg 1').inputValue()).toBe('50');
});
