import { expect, it } from 'vitest';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { BTC_OPTION } from '../../support/window-bench/market.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const mount = await openWindowBench();

it('a scenario values options by the service’s time, wherever the machine’s clock is set', async () => {
  const { view, page } = await mount({
    panels: ['order-ticket', 'scenario'],
    width: 1600,
    // By this machine's clock it has expired.
    prepare: ({ setInstrument, setServiceTime, move, state }) => {
      const ticker = state.quotes.get(BTC_OPTION)?.ticker;
      setInstrument(BTC_OPTION, {
        ...state.instruments.get(BTC_OPTION),
        expiration_timestamp: Date.now() - 86_400_000,
      });
      // Of two days, at about the volatility of its mark.
      move(BTC_OPTION, { ...ticker, mark_price: 0.011, best_bid_price: 0.0105, best_ask_price: 0.0115 });
      setServiceTime(Date.now() - 3 * 86_400_000);
    },
  });
  const instrument = view.ticket.getByRole('combobox', { name: 'Instrument' });
  await instrument.fill(BTC_OPTION);
  await instrument.press('Enter');
  await view.ticket.locator(`[role="combobox"][aria-label="Instrument"][title="${BTC_OPTION}"]`).waitFor();
  await view.amount.fill('0.2');
  await view.price.fill('0.0125');
  await view.waitUntilPressable();
  await view.press.click();
  const scenario = panelOf(page, 'Scenario');
  await scenario.getByRole('radio', { name: 'Open orders' }).click();
  await scenario.getByText(BTC_OPTION).waitFor();
  const gains = await scenario.getByRole('row', { name: /^now/ }).getByRole('cell').allInnerTexts();
  // What has expired has no volatility left: a rise of it would cost nothing.
  expect(new Set(gains).size).toBeGreaterThan(1);
});
