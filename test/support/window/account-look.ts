import { dialogOf, panelOf, type TerminalWindow } from './terminal-window.ts';

/** Sets what is a profile's own: a guard of 9,000,000 USD, a preset of 70 USD, and a label that is followed. */
export async function makeItsOwn({ page, ticket, amount, orders }: TerminalWindow): Promise<void> {
  await ticket.getByRole('button', { name: /^Guards/ }).click();
  const guards = dialogOf(page, 'Guards of this profile');
  await guards.getByLabel(/^Worth of one order: stops/).fill('9000000');
  await guards.getByRole('button', { name: 'Save guards' }).click();
  await guards.waitFor({ state: 'detached' });
  await amount.fill('70');
  await ticket.getByRole('button', { name: 'Presets' }).click();
  await dialogOf(page, 'Presets').getByRole('button', { name: 'Save preset' }).click();
  await dialogOf(page, 'Presets').getByRole('list', { name: 'Saved presets' }).waitFor();
  await page.keyboard.press('Escape');
  await orders.getByRole('button', { name: 'Labels…' }).click();
  const labels = dialogOf(page, 'Labels that are followed');
  await labels.getByLabel('Adopt a label').fill('followed-here');
  await page.keyboard.press('Enter');
  await labels.getByRole('button', { name: 'Stop following followed-here' }).waitFor();
  await page.keyboard.press('Escape');
}

/** The trades of this day, those of this moment too. */
export async function fetchTrades(view: TerminalWindow): Promise<void> {
  await view.page.getByRole('tab', { name: /^Trades/ }).click();
  const trades = panelOf(view.page, 'Trades');
  await trades.getByRole('button', { name: 'today' }).click();
  await trades.getByLabel('To (UTC)').fill(String(Date.now()));
  await trades.getByRole('button', { name: 'Fetch', exact: true }).click();
  await view.page.getByRole('tab', { name: /^Orders/ }).click();
}

/** What the window shows of the account that is open, once it shows the sell of that amount everywhere. */
export async function lookAround(view: TerminalWindow, amount: string): Promise<unknown> {
  const { page, orders, ticket } = view;
  const guards = dialogOf(page, 'Guards of this profile');
  const badge = page.locator('button.profile');
  const readRows = async (tab: string, column: string): Promise<string[]> => {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    const cells = panelOf(page, tab).locator(`[row-id]:not([row-index^="b-"]) [col-id="${column}"]`);
    await cells
      .filter({ hasText: new RegExp(`\\b${amount}\\b`) })
      .first()
      .waitFor();
    return cells.allInnerTexts();
  };
  await page.getByRole('tab', { name: 'Journal' }).click();
  await page.getByRole('searchbox', { name: 'Search journal' }).fill('market');
  const journal = (await readRows('Journal', 'what')).flatMap((text) => /^Sell \d+/.exec(text) ?? []);
  const trades = await readRows('Trades', 'amount');
  await page.getByRole('tab', { name: 'Account', exact: true }).click();
  const account = panelOf(page, 'Account').locator('.field-pair');
  const equity = await account
    .filter({ hasText: /^Equity/ })
    .locator('dd')
    .filter({ hasText: /\d/ })
    .first()
    .innerText();
  const sells = await readRows('Orders', 'amount');
  const draft = [await view.amount.inputValue(), await view.label.inputValue()];
  await ticket.getByRole('button', { name: /^Guards/ }).click();
  const guard = await guards.getByLabel(/^Worth of one order: stops/).inputValue();
  await page.keyboard.press('Escape');
  const rung = await ticket.getByRole('button', { name: /^What a press does: / }).getAttribute('title');
  return {
    badge: await badge.innerText(),
    colour: await badge.locator('.profile-mark').evaluate((mark) => getComputedStyle(mark).color),
    // A rounded figure says so.
    equity: equity.replace('≈', ''),
    sells,
    journal,
    trades,
    labels: await orders.getByRole('button', { name: /^Labels/ }).innerText(),
    guard,
    rung: /^[^≤.]*[^ ≤.]/.exec(rung ?? '')?.[0],
    presets: await ticket.getByRole('group', { name: 'Preset in force' }).count(),
    draft,
  };
}
